import * as v from 'valibot'
import { defineEndpoint } from '#shared/lib/endpoint.ts'

/** Lifetime of a test room, minutes. */
export const TEST_ROOM_MINUTES = 5

export const testFailures = {
  connection: 'Connection test failed',
  room: 'Room creation test failed',
} as const

/** Result of a test. A failed test is answered with HTTP status 200 too. */
const VideoTestResult = v.object({
  success: v.boolean(),
  message: v.string(),
  /** Reason for the failure; null if the test passed. */
  error: v.nullable(v.string()),
  timestamp: v.string(),
  room: v.nullable(v.object({ name: v.string(), url: v.string(), expiresAt: v.string() })),
  instructions: v.array(v.string()),
  troubleshooting: v.nullable(v.object({ steps: v.array(v.string()), documentation: v.string() })),
})

export type VideoTestResult = v.InferOutput<typeof VideoTestResult>

export const testConnection = defineEndpoint({
  name: 'test-daily',
  method: 'GET',
  access: 'owner',
  input: v.object({}),
  output: VideoTestResult,
  failure: testFailures.connection,
})

export const testRoom = defineEndpoint({
  name: 'test-daily',
  method: 'POST',
  access: 'owner',
  input: v.object({}),
  output: VideoTestResult,
  failure: testFailures.room,
})
