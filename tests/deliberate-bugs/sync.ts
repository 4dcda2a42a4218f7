import type { Bug } from './bug.ts'

const batches = ['tests/sync/push.test.ts', 'tests/sync/batches.test.ts']
const cleanUps = ['tests/sync/clean-up.test.ts']
const simulations = ['tests/sync/records.property.test.ts']
const erased = ['tests/sync/erased-clients.test.ts', 'tests/sync/purged-tombstones.test.ts']

/** The device's sync bugs are in `tests/sync/deliberate-bugs.test.ts`. */
export const syncBugs: Bug[] = [
  {
    what: 'an edit without a change undoes another device’s edit',
    file: 'server/sync/merge.ts',
    find: 'if (isSameValue(current, next) || isSameValue(next, base)) return { value: current }',
    replace: 'if (isSameValue(current, next)) return { value: current }',
    tests: ['tests/sync/push.test.ts', ...simulations],
  },
  {
    what: 'a merged list restores removed items',
    file: 'server/sync/merge.ts',
    find: 'current.filter((item) => !has(base, item) || has(next, item))',
    replace: 'current',
    tests: simulations,
  },
  {
    what: 'the last mid of a device is not stored',
    file: 'server/sync/push.ts',
    find: '  if (lastMid > batch.lastMid) await updateDevice(tx, batch.deviceId, { last_mid: lastMid })\n',
    replace: '',
    tests: [...batches, ...simulations],
  },
  {
    what: 'another mutation under a used mid gets the first answer',
    file: 'server/sync/push.ts',
    find: `  if (stored?.hash !== hashIntent(intent)) return undefined
`,
    replace: `  if (!stored || !hashIntent(intent)) return undefined
`,
    tests: batches,
  },
  {
    what: 'a gap in the mids is accepted',
    file: 'server/sync/push.ts',
    find: `    if (mutation.mid > last + 1) return 'gap'\n`,
    replace: '',
    tests: batches,
  },
  {
    what: 'an edit restores an erased client',
    file: 'server/sync/push.ts',
    find: `  if (found?.erased) return { status: 'erased' }\n`,
    replace: '',
    tests: erased,
  },
  {
    what: 'a delete removes edits that its device has not seen',
    file: 'server/sync/record-edits.ts',
    find: 'const hasSeen = (rev: number, by: string) => rev <= baseRev || by === deviceId',
    replace: 'const hasSeen = (rev: number, by: string) => rev >= 0 || by === deviceId',
    tests: [...simulations, 'tests/sync/outdated-forms.test.ts'],
  },
  {
    what: 'revisions from another epoch are trusted',
    file: 'server/sync/record-edits.ts',
    find: '  if (!sameEpoch) return false\n',
    replace: '  void sameEpoch\n',
    tests: [...simulations, 'tests/sync/restored-server.test.ts'],
  },
  {
    what: 'a conflict is resolved against a value that the person did not see',
    file: 'server/sync/record-edits.ts',
    find: `  if (!isSameValue(current, seen)) return { status: 'outdated' }
`,
    replace: '',
    tests: ['tests/sync/push.test.ts', ...simulations],
  },
  {
    what: 'a device below the horizon is not sent to a full resync',
    file: 'server/sync/sync-requests.ts',
    find: 'if (cursor > 0 && cursor < horizon && request.resyncHorizon !== horizon)',
    replace: 'if (cursor > 0 && cursor < 0 && request.resyncHorizon !== horizon)',
    tests: ['tests/sync/long-away.test.ts'],
  },
  {
    what: 'mutations for another epoch are accepted',
    file: 'server/sync/sync-requests.ts',
    find: '  if (epoch !== current)',
    replace: '  if (epoch !== current && epoch === undefined)',
    tests: ['tests/sync/restored-server.test.ts', ...batches],
  },
  {
    what: 'a revoked device can still sync',
    file: 'server/sync/devices.ts',
    find: `return device?.revoked_at ? 'revoked' : 'ok'`,
    replace: `return 'ok'`,
    tests: ['tests/sync/accounts.test.ts', 'tests/sync/wipe-store.test.ts'],
  },
  {
    what: 'a device of another account is accepted',
    file: 'server/sync/devices.ts',
    find: `  if (device && device.user_id !== userId) return 'foreign'\n`,
    replace: '  void userId\n',
    tests: ['tests/sync/accounts.test.ts', ...batches],
  },
  {
    what: 'purged tombstones do not raise the horizon',
    file: 'server/privacy/store.ts',
    find: `  await raiseHorizon(tx, last)\n`,
    replace: '',
    tests: ['tests/sync/long-away.test.ts', 'tests/privacy/retention.test.ts'],
  },
  {
    what: 'the server forgets a deleted journey that is still shown, because another device planned in it',
    file: 'server/privacy/store.ts',
    find: `sql\`NOT (coll = 'journey' AND EXISTS`,
    replace: `sql\`NOT (coll = 'none' AND EXISTS`,
    tests: cleanUps,
  },
  {
    what: 'a device keeps the content of records that were deleted long ago',
    file: 'client/book/sync/clean-up.ts',
    find: `      stored.filled.has(row.id) &&\n`,
    replace: `      row.rev < 0 &&\n`,
    tests: cleanUps,
  },
  {
    what: 'a device keeps earlier content of deleted records in its pages',
    file: 'client/book/store/erase.ts',
    find: `if (!page || !changes.some(isRemoved)) continue`,
    replace: `if (!page || changes.length > 0 || !changes.some(isRemoved)) continue`,
    tests: [...cleanUps, ...erased],
  },
  {
    what: 'a device forgets a deleted record that has an unfinished form or a rejected edit',
    file: 'client/book/sync/clean-up.ts',
    find: `![key, ...getDraftKeys(key)].some((one) => unsent.has(one))`,
    replace: `[key, ...getDraftKeys(key)].length + unsent.size > 0`,
    tests: cleanUps,
  },
  {
    what: 'a device forgets a deleted record before its thirty days are over',
    file: 'client/book/sync/clean-up.ts',
    find: `rev > 0 && updatedAt < before`,
    replace: `rev > 0 && updatedAt - 5e9 < before`,
    tests: cleanUps,
  },
  {
    what: 'a device forgets a deleted journey that it still shows',
    file: 'client/book/sync/clean-up.ts',
    find: `row.coll === 'journey' && planned.has(row.id)`,
    replace: `row.coll === 'schedule' && planned.has(row.id)`,
    tests: cleanUps,
  },
  {
    what: 'a document is removed although an edit that is not sent lists it',
    file: 'client/book/sync/clean-up.ts',
    find: `[...(await db.queue.toArray()), ...(await db.rejected.toArray())]`,
    replace: `[...(await db.rejected.toArray())]`,
    tests: cleanUps,
  },
  {
    what: 'a document of an erased item that arrived after the erasure stays',
    file: 'client/book/sync/clean-up.ts',
    find: `if (!item || item.erased) return !stored.unsent.has(key)`,
    replace: `if (!item || item.erased) return false`,
    tests: cleanUps,
  },
  {
    what: 'a document that is just being added is removed as unlisted',
    file: 'client/book/sync/clean-up.ts',
    find: `unlisted.filter((id) => device.unlistedDocuments.includes(id))`,
    replace: `unlisted`,
    tests: cleanUps,
  },
  {
    what: 'a device goes by its own clock when it forgets',
    file: 'client/book/sync/sync-engine.ts',
    find: `now: this.serverTime, deviceTime`,
    replace: `now: clock(), deviceTime`,
    tests: cleanUps,
  },
  {
    what: 'a page of a pull goes on after read-only records that it left out',
    file: 'server/sync/sync-requests.ts',
    find: 'const last = Math.min(...[seqs[limit], noted[readOnlyLimit]?.seq].map((next) => next ?? Infinity))',
    replace: 'const last = seqs[limit] ?? Infinity',
    tests: ['tests/booking/booking-changes.test.ts'],
  },
  {
    what: 'a device takes the cursor of a pull without its read-only records',
    file: 'client/book/sync/apply-pull.ts',
    find: '    await storeReadOnly(db, answer.readOnly, after)\n',
    replace: '',
    tests: ['tests/sync/read-only.test.ts', ...simulations],
  },
  {
    what: 'a device keeps read-only records that a restored server has no more',
    file: 'client/book/sync/full-resync.ts',
    find: '  await deleteMissingReadOnly(db, device)\n',
    replace: '',
    tests: ['tests/sync/read-only.test.ts'],
  },
  {
    what: 'a sum is in the record of a booking that everybody in the house may see',
    file: 'server/booking/desk-queries.ts',
    find: 'history: listHistory(booking, traces),',
    replace:
      'history: [...listHistory(booking, traces), ...listMoneyHistory(booking, { events, moneyEvents: [] })],',
    tests: ['tests/booking/booking-changes.test.ts'],
  },
  {
    what: 'devices are not told to pull a new booking',
    file: 'server/db/desk-changes.ts',
    find: 'return Math.max(await readLastRecordSeq(tx), await readCurrentSeq(tx, readOnlyCollections))',
    replace: 'return readLastRecordSeq(tx)',
    tests: ['tests/desk/desk-events.test.ts'],
  },
]
