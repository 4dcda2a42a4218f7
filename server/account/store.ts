import { query, type Tx } from '../db/database.ts'

/** The ids of owners with another address than this one, in lower case. */
export function ownersBeside(tx: Tx, email: string): string[] {
  return tx
    .all(
      query.selectFrom('user').select('id').where('role', '=', 'owner').where('email', '!=', email),
    )
    .map(({ id }) => id)
}
