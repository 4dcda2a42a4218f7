import * as v from 'valibot'
import { findService } from './services.ts'

/** A service of a stored record, also one that is no longer offered. */
export const ServiceTypeText = v.pipe(
  v.string(),
  v.regex(/^[a-z0-9-]{1,60}$/, 'This service does not exist.'),
)

/** A service that a request names. */
export const KnownServiceType = v.pipe(
  v.string(),
  v.check((type) => findService(type) !== undefined, 'This service does not exist.'),
)
