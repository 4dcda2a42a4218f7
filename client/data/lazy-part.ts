/** Pages call a part through the worker's port, so each of its methods answers with a promise. */
export type Part<Methods> = { [Name in keyof Methods]: (...input: never[]) => Promise<unknown> }

/** A part whose code is loaded with the first call of a method. */
export function createLazyPart<Methods extends Part<Methods>>(
  load: () => Promise<Methods>,
): Methods {
  return new Proxy({} as Methods, {
    get:
      (_empty, name) =>
      async (...input: unknown[]) => {
        const part = await load()
        return Reflect.apply(Reflect.get(part, name), part, input)
      },
  })
}

/** Loads code once, and again only if it could not be fetched. */
export function loadOnce<T>(load: () => Promise<T>): () => Promise<T> {
  let loading: Promise<T> | undefined
  return () => {
    loading ??= load().catch(() => {
      loading = undefined
      throw new Error(
        'A part of the desk could not be fetched. Please try again with a connection.',
      )
    })
    return loading
  }
}
