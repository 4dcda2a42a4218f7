import type { GenericSchema } from 'valibot'

/** Path prefix of the function endpoints, defined only here. */
export const FUNCTIONS_PATH = '/functions'

type Path = `${typeof FUNCTIONS_PATH}/${string}`

export function toFunctionPath(name: string): Path {
  return `${FUNCTIONS_PATH}/${name}`
}

/**
 * Who may call: `public` anyone; `booking` the browser that made the booking (by its cookie) or
 * anyone with its signed link; `provider` the payment provider, by signature; `account` a person
 * who is signed in; `owner` the signed-in owner.
 */
type Access = 'public' | 'booking' | 'provider' | 'account' | 'owner'

/**
 * One function endpoint: the contract between browser and server. `failure` is the sentence for
 * errors that have none of their own.
 */
export interface Endpoint<Input = unknown, Output = unknown> {
  method: 'GET' | 'POST'
  path: Path
  access: Access
  /** Needs a recent sign-in: protects the most sensitive actions if a device is left unattended. */
  needsRecentSignIn?: true
  /** May be called from other sites too: its URL is secret and needs no further proof. */
  allowsCrossSite?: true
  /** Largest JSON body, uncompressed, in bytes; the default limit if absent. */
  maxBodyBytes?: number
  /** A list in the body whose items the handler checks with `findJsonProblem`, to name those that it refuses. */
  itemsCheckedApart?: string
  input: GenericSchema<unknown, Input>
  output: GenericSchema<unknown, Output>
  failure: string
}

export function defineEndpoint<Input, Output>(
  definition: Omit<Endpoint<Input, Output>, 'path'> & { name: string },
): Endpoint<Input, Output> {
  const { name, ...rest } = definition
  return { ...rest, path: toFunctionPath(name) }
}
