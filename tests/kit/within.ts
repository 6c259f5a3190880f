/** Waits for a promise, but no longer than a time: a fault must not hang us. */
export async function within<T>(
  ms: number,
  what: string,
  promise: Promise<T>,
): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    const seconds = ms / 1000;
    timer = setTimeout(
      () => reject(new Error(`${what}: nothing within ${seconds} s`)),
      ms,
    );
  });
  try {
    return await Promise.race([promise, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Waits until something holds, asking now and then. */
export async function until(
  ms: number,
  what: string,
  holds: () => boolean | Promise<boolean>,
): Promise<void> {
  const end = performance.now() + ms;
  while (!await holds()) {
    if (performance.now() > end) {
      throw new Error(`${what}: not within ${ms / 1000} s`);
    }
    await pause(20);
  }
}

/** Waits for a time. */
export function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}
