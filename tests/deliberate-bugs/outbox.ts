import type { Bug } from './bug.ts'

const outbox = ['tests/outbox/outbox.test.ts', 'tests/outbox/leases-and-locks.test.ts']
const changes = ['tests/outbox/edited-entries.test.ts']

export const outboxBugs: Bug[] = [
  {
    what: 'a clock that was set back delays an entry indefinitely',
    file: 'client/outbox/entry.ts',
    find: ' || entry.nextAttemptAt > now + MAX_RETRY_DELAY',
    replace: '',
    tests: outbox,
  },
  {
    what: 'an entry whose sender crashed is never sent again',
    file: 'client/outbox/entry.ts',
    find: 'return entry.lease.until <= now || entry.lease.until > now + LEASE_MS',
    replace: 'return entry.lease.until > now + LEASE_MS',
    tests: outbox,
  },
  {
    what: 'a queued booking for a past start is sent',
    file: 'client/outbox/entry.ts',
    find: 'if (entry.slotStart !== null && entry.slotStart <= now)',
    replace: 'if (entry.slotStart !== null && entry.slotStart < 0)',
    tests: outbox,
  },
  {
    what: 'the content of a sent entry is not deleted',
    file: 'client/outbox/entry.ts',
    find: `        fields: null,
        formValues: null,
`,
    replace: '',
    tests: outbox,
  },
  {
    what: 'a captive portal’s redirect counts as an answer',
    file: 'client/outbox/entry.ts',
    find: 'if (entry.denials + 1 >= MAX_DENIALS)',
    replace: 'if (entry.denials + 1 >= 0)',
    tests: outbox,
  },
  {
    what: 'Retry-After is ignored',
    file: 'client/outbox/entry.ts',
    find: 'nextAttemptAt: Math.max(next.nextAttemptAt, retryAt)',
    replace: 'nextAttemptAt: next.nextAttemptAt',
    tests: outbox,
  },
  {
    what: 'a sender that lost its lease overwrites the other’s result',
    file: 'client/outbox/store.ts',
    find: `      if (!isOurs && outcome.kind !== 'accepted') return current\n`,
    replace: '',
    tests: outbox,
  },
  {
    what: 'an entry can be removed while it is being sent',
    file: 'client/outbox/store.ts',
    find: `      if (entry?.state === 'sending' && !isDue(entry, clock())) return false\n`,
    replace: '',
    tests: [...outbox, ...changes, 'tests/outbox/outbox-user-actions.test.ts'],
  },
  {
    what: 'a corrected booking does not name the version it replaces',
    file: 'client/outbox/store.ts',
    find: 'return this.enqueue({ ...submission, fields })',
    replace: 'return this.enqueue({ ...submission, fields: fields && submission.fields })',
    tests: [...changes, ...outbox],
  },
  {
    what: 'the second correction of a booking does not name the first version',
    file: 'client/outbox/entry.ts',
    find: '[...(earlier ? [earlier] : []), before.key]',
    replace: '[before.key]',
    tests: [...changes, 'tests/outbox/idempotency-key.property.test.ts'],
  },
  {
    what: 'a manual drain ignores Retry-After',
    file: 'client/outbox/store.ts',
    find: 'const lost = queued.filter(({ lastError }) => !isHttpStatus(lastError))',
    replace: 'const lost = queued.filter(({ lastError }) => isHttpStatus(lastError) || true)',
    tests: changes,
  },
  {
    what: 'each post has a new idempotency key',
    file: 'client/outbox/drain.ts',
    find: `headers: { Accept: 'application/json', [IDEMPOTENCY_HEADER]: entry.key },`,
    replace: `headers: { Accept: 'application/json', [IDEMPOTENCY_HEADER]: crypto.randomUUID() },`,
    tests: [...outbox, 'tests/outbox/idempotency-key.property.test.ts'],
  },
  {
    what: 'a captive portal’s page counts as success',
    file: 'client/outbox/drain.ts',
    find: 'if (body?.key === key) return',
    replace: 'if (body?.key === key || !body) return',
    tests: [...outbox, 'tests/outbox/send-directly.test.ts'],
  },
  {
    what: 'a server error counts as a refusal',
    file: 'client/outbox/drain.ts',
    find: 'if (TEMPORARY_STATUSES.has(status) || status >= 500) {',
    replace: 'if (TEMPORARY_STATUSES.has(status)) {',
    tests: outbox,
  },
  {
    what: 'an encrypted value can be decrypted at another key',
    file: 'client/encryption/cipher.ts',
    find: `      if (field in value && value[field] !== is)\n        throw new Error('The encrypted value was moved to another record or queue position')\n`,
    replace: '      void is\n',
    tests: ['tests/encryption/cipher.property.test.ts', 'tests/sync/encrypted-store.test.ts'],
  },
]
