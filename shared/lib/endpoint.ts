import type { GenericSchema } from 'valibot'

/** Where the function endpoints live; the only place that names it. */
export const FUNCTIONS = '/functions'

type Path = `${typeof FUNCTIONS}/${string}`

export function pathOf(name: string): Path {
  return `${FUNCTIONS}/${name}`
}

/**
 * Who may call: `public` anyone; `booking` whoever made the booking (its browser's cookie) or holds
 * its signed link; `provider` the payment provider, by signature; `account` whoever is signed in;
 * `owner` the signed-in owner.
 */
type Access = 'public' | 'booking' | 'provider' | 'account' | 'owner'

/** One function endpoint: what both ends agree on. `failure` is the sentence its refusals fall back to. */
export interface Endpoint<Input = unknown, Output = unknown> {
  method: 'GET' | 'POST'
  path: Path
  access: Access
  /** Only soon after a sign-in: for what would hurt most in the hands of whoever finds a device open. */
  fresh?: true
  /** May be asked by other sites too: its own address is all the proof that it wants. */
  fromAnywhere?: true
  /** Of a POST's JSON, unpacked, where it may be larger than most; bytes. */
  largestBody?: number
  input: GenericSchema<unknown, Input>
  output: GenericSchema<unknown, Output>
  failure: string
}

export function endpoint<Input, Output>(
  definition: Omit<Endpoint<Input, Output>, 'path'> & { name: string },
): Endpoint<Input, Output> {
  const { name, ...rest } = definition
  return { ...rest, path: pathOf(name) }
}
