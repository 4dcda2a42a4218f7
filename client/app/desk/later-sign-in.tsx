import { type ComponentProps, useEffect, useState } from 'react'
import type { SignIn } from '#client/account/sign-in/sign-in.tsx'

type Way = typeof SignIn

let fetched: Way | undefined

/** Ahead of its being asked for, so that it opens at once; undefined where it does not come. */
export async function fetchSignIn(): Promise<Way | undefined> {
  fetched ??= (await import('#client/account/sign-in/sign-in.tsx').catch(() => undefined))?.SignIn
  return fetched
}

/** The way in for the desk, which mostly opens without it. */
export function LaterSignIn(props: ComponentProps<Way>) {
  /** Null: it did not come. */
  const [Shown, setShown] = useState<Way | null | undefined>(() => fetched)
  useEffect(() => {
    if (Shown === undefined) void fetchSignIn().then((found) => setShown(() => found ?? null))
  }, [Shown])
  if (Shown === undefined) return null
  if (Shown) return <Shown {...props} />
  return <p role="alert">The sign-in did not arrive. Please refresh the page.</p>
}

/** The same for what needs a recent sign-in. */
export function LaterSignInAgain(props: Omit<ComponentProps<Way>, 'purpose'>) {
  return <LaterSignIn purpose="again" {...props} />
}
