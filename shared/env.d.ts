/** Vite defines it; Node.js, which runs the sources in development, does not. */
interface ImportMeta {
  readonly env?: { readonly VITE_PUBLIC_SITE?: boolean }
}

/** Node.js has it and browsers do not. */
declare var process: { env: Record<string, string | undefined> } | undefined
