/** Tells whether there is such a program. */
export async function canRun(command: string): Promise<boolean> {
  try {
    const args = ["--version"];
    return (await new Deno.Command(command, { args }).output()).success;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}
