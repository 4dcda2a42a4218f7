import type { Bug } from './bug.ts'

const batches = ['tests/sync/push.test.ts', 'tests/sync/batches.test.ts']
const simulations = ['tests/sync/records.property.test.ts']
const erased = ['tests/sync/erased-clients.test.ts', 'tests/sync/purged-tombstones.test.ts']

/** The device's sync bugs are in `tests/sync/deliberate-bugs.test.ts`. */
export const syncBugs: Bug[] = [
  {
    what: 'an edit that changed nothing undoes what another did',
    file: 'server/sync/merge.ts',
    find: 'if (isSameValue(current, next) || isSameValue(next, base)) return { value: current }',
    replace: 'if (isSameValue(current, next)) return { value: current }',
    tests: ['tests/sync/push.test.ts', ...simulations],
  },
  {
    what: 'a merged list brings back what was taken out',
    file: 'server/sync/merge.ts',
    find: 'current.filter((item) => !has(base, item) || has(next, item))',
    replace: 'current',
    tests: simulations,
  },
  {
    what: 'numbers are not remembered',
    file: 'server/sync/push.ts',
    find: '  if (lastMid > batch.lastMid) updateDevice(tx, batch.deviceId, { last_mid: lastMid })\n',
    replace: '',
    tests: [...batches, ...simulations],
  },
  {
    what: 'another edit under a used number gets the answer of the first',
    file: 'server/sync/push.ts',
    find: `  if (stored?.hash !== hashIntent(intent)) return undefined
`,
    replace: `  if (!stored || !hashIntent(intent)) return undefined
`,
    tests: batches,
  },
  {
    what: 'a gap of numbers is passed over',
    file: 'server/sync/push.ts',
    find: `    if (mutation.mid > last + 1) return 'gap'\n`,
    replace: '',
    tests: batches,
  },
  {
    what: 'an edit of somebody who was erased brings them back',
    file: 'server/sync/push.ts',
    find: `  if (found?.erased) return { status: 'erased' }\n`,
    replace: '',
    tests: erased,
  },
  {
    what: 'a delete takes what its device has not seen',
    file: 'server/sync/record-edits.ts',
    find: 'const known = (rev: number, by: string) => rev <= baseRev || by === deviceId',
    replace: 'const known = (rev: number, by: string) => rev >= 0 || by === deviceId',
    tests: [...simulations, 'tests/sync/outdated-forms.test.ts'],
  },
  {
    what: 'revisions of another database are believed',
    file: 'server/sync/record-edits.ts',
    find: '  if (!sameEpoch) return false\n',
    replace: '  void sameEpoch\n',
    tests: [...simulations, 'tests/sync/restored-server.test.ts'],
  },
  {
    what: 'a choice is made about a value that nobody saw',
    file: 'server/sync/record-edits.ts',
    find: `  if (!isSameValue(current, seen)) return { status: 'outdated' }
`,
    replace: '',
    tests: ['tests/sync/push.test.ts', ...simulations],
  },
  {
    what: 'a device that was away too long is not told so',
    file: 'server/sync/sync-requests.ts',
    find: 'if (cursor > 0 && cursor < horizon && request.resyncHorizon !== horizon)',
    replace: 'if (cursor > 0 && cursor < 0 && request.resyncHorizon !== horizon)',
    tests: ['tests/sync/long-away.test.ts'],
  },
  {
    what: 'edits for another database are taken',
    file: 'server/sync/sync-requests.ts',
    find: '  if (epoch !== current) {',
    replace: '  if (epoch !== current && epoch === undefined) {',
    tests: ['tests/sync/restored-server.test.ts', ...batches],
  },
  {
    what: 'a removed device goes on',
    file: 'server/sync/devices.ts',
    find: `return device?.revoked_at ? 'revoked' : 'ok'`,
    replace: `return 'ok'`,
    tests: ['tests/sync/accounts.test.ts', 'tests/sync/wipe-store.test.ts'],
  },
  {
    what: 'a device of another account is let in',
    file: 'server/sync/devices.ts',
    find: `  if (device && device.user_id !== userId) return 'foreign'\n`,
    replace: '  void userId\n',
    tests: ['tests/sync/accounts.test.ts', ...batches],
  },
  {
    what: 'tombstones go without a trace',
    file: 'server/privacy/store.ts',
    find: `  tx.run(raw(sql\`UPDATE sync_clock SET horizon = max(horizon, \${last})\`))\n`,
    replace: '  void last\n',
    tests: ['tests/sync/long-away.test.ts', 'tests/privacy/retention.test.ts'],
  },
]
