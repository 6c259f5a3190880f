import { ErrorCode, type Params, ProtocolError } from "../jsonrpc/messages.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import { NAME, VERSION } from "../version.ts";
import {
  CACHE,
  type DiscoverResult,
  FALLBACK_VERSION,
  type InitializeResult,
  LEGACY_VERSIONS,
  type ListedTool,
  type ListToolsResult,
  MODERN_VERSIONS,
} from "./protocol.ts";

/** Answers `initialize`; never with a modern revision. */
export function initialize(
  params: Params | undefined,
  instructions: string,
): InitializeResult {
  const asked = params?.protocolVersion;
  const known = LEGACY_VERSIONS.find((version) => version === asked);
  return {
    protocolVersion: known ?? FALLBACK_VERSION,
    capabilities: { tools: {} },
    serverInfo: { name: NAME, version: VERSION },
    instructions,
  };
}

/** Answers `server/discover`. */
export function discover(instructions: string): DiscoverResult {
  return {
    supportedVersions: [...MODERN_VERSIONS],
    capabilities: { tools: {} },
    instructions,
    ...CACHE,
  };
}

/** Answers `tools/list`: all tools on one page. */
export function listTools(registry: ToolRegistry): ListToolsResult {
  return {
    tools: registry.definitions.map((definition): ListedTool => ({
      name: definition.name,
      title: definition.title,
      description: definition.description,
      inputSchema: definition.inputSchema,
      ...definition.outputSchema && { outputSchema: definition.outputSchema },
      annotations: definition.annotations,
    })),
  };
}

/** The error for a method that we do not have. */
export function unknownMethod(method: string): ProtocolError {
  return new ProtocolError(
    ErrorCode.MethodNotFound,
    `Unknown method: ${method.slice(0, 100)}`,
  );
}
