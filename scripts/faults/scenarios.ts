import type { ScenarioGroup } from "./scenario.ts";
import { BACKEND_BODY } from "./scenarios/backend_body.ts";
import { BACKEND_CONNECTION } from "./scenarios/backend_connection.ts";
import { BACKEND_STATUS } from "./scenarios/backend_status.ts";
import { CLIENT_DEATH } from "./scenarios/client_death.ts";
import { CLIENT_INPUT } from "./scenarios/client_input.ts";
import { CLIENT_OUTPUT } from "./scenarios/client_output.ts";
import { CLOCK_JUMPS } from "./scenarios/clock_jumps.ts";
import { HTTP_ATTACKS } from "./scenarios/http_attacks.ts";
import { HTTP_REPLICAS } from "./scenarios/http_replicas.ts";
import { LIMITS } from "./scenarios/limits.ts";
import { LONG_ANSWERS } from "./scenarios/long_answers.ts";
import { MANUAL_CACHE } from "./scenarios/manual_cache.ts";
import { MANUAL_FILES } from "./scenarios/manual_files.ts";
import { MANUAL_RACES } from "./scenarios/manual_races.ts";
import { MANUAL_GROWTH } from "./scenarios/manual_growth.ts";
import { PUBLISHED_CHANGES } from "./scenarios/published_changes.ts";
import { PUBLISHED_STORE } from "./scenarios/published_store.ts";
import { SIGNALS } from "./scenarios/signals.ts";
import { STANDARD_STREAMS } from "./scenarios/standard_streams.ts";

/** All scenarios, in the order in which they run. */
export const GROUPS: readonly ScenarioGroup[] = [
  BACKEND_STATUS,
  BACKEND_BODY,
  BACKEND_CONNECTION,
  LONG_ANSWERS,
  CLIENT_INPUT,
  CLIENT_OUTPUT,
  STANDARD_STREAMS,
  CLIENT_DEATH,
  SIGNALS,
  LIMITS,
  MANUAL_FILES,
  MANUAL_RACES,
  MANUAL_GROWTH,
  MANUAL_CACHE,
  CLOCK_JUMPS,
  HTTP_ATTACKS,
  HTTP_REPLICAS,
  PUBLISHED_STORE,
  PUBLISHED_CHANGES,
];
