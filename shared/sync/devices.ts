import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'
import { endpointNames } from './protocol-constants.ts'

/** Id of a record or a device. Some contain a booking's id, which is URL-safe Base64. */
export const SyncId = v.pipe(v.string(), v.regex(/^[A-Za-z0-9_-]{1,64}$/))

/** Says whether the owner has removed a device; public, because that device has no session. */
export const getDeviceState = defineEndpoint({
  name: endpointNames.deviceState,
  method: 'GET',
  access: 'public',
  input: v.object({ deviceId: SyncId }),
  output: v.object({ revoked: v.boolean() }),
  failure: 'Failed to fetch the device',
})

const Device = v.object({
  id: v.string(),
  name: v.string(),
  /** ISO 8601. */
  lastSeen: v.string(),
  /** The number of the device's last mutation that the server has answered. */
  lastMid: v.number(),
})

export type Device = v.InferOutput<typeof Device>

export const getDevices = defineEndpoint({
  name: 'get-devices',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: v.array(Device),
  failure: 'Failed to fetch devices',
})

/** Removes a device: its session ends now, and it wipes its data at its next contact. */
export const revokeDevice = defineEndpoint({
  name: 'revoke-device',
  method: 'POST',
  access: 'owner',
  input: v.object({ id: SyncId }),
  output: v.array(Device),
  failure: 'Failed to remove this device',
})
