import * as v from 'valibot'
import { endpoint } from '#shared/lib/endpoint.ts'
import { endpointNames } from './wire.ts'

/** Of a record or a device. */
export const Id = v.pipe(v.string(), v.regex(/^[A-Za-z0-9-]{1,64}$/))

/** Whether the owner has removed a device: asked by one whose session has ended. Tells nothing else. */
export const deviceState = endpoint({
  name: endpointNames.deviceState,
  method: 'GET',
  access: 'public',
  input: v.object({ device: Id }),
  output: v.object({ revoked: v.boolean() }),
  failure: 'Failed to fetch the device',
})

const Device = v.object({
  id: v.string(),
  name: v.string(),
  /** ISO 8601. */
  lastSeen: v.string(),
  /** How many edits the server has of it. */
  lastMid: v.number(),
})

export type Device = v.InferOutput<typeof Device>

export const getDevices = endpoint({
  name: 'get-devices',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: v.array(Device),
  failure: 'Failed to fetch devices',
})

/** The device is emptied at its next contact, and its session ends now. */
export const revokeDevice = endpoint({
  name: 'revoke-device',
  method: 'POST',
  access: 'owner',
  input: v.object({ id: Id }),
  output: v.array(Device),
  failure: 'Failed to remove this device',
})
