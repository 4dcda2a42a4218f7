import type { Bug } from './bug.ts'

const slots = ['tests/booking/slots.test.ts']
const changes = ['tests/booking/manage-link.test.ts']
const requests = ['tests/booking/booking-post.test.ts']
const owner = ['tests/booking/owner-commands.test.ts', 'tests/booking/owner-effects.test.ts']
const clocks = ['tests/booking/guest-clock.test.ts', 'tests/mail/guest-clock.test.ts']

export const bookingBugs: Bug[] = [
  {
    what: 'times are printed by our zone data, not as the guest saw them',
    file: 'shared/lib/time-zone.ts',
    find: 'offset === null || offset === ours ? zone',
    replace: 'offset === null || offset !== ours ? zone',
    tests: clocks,
  },
  {
    what: 'a move by the owner keeps an offset of the guest’s browser that contradicts the law',
    file: 'server/booking/transitions.ts',
    find: '(findLegalOffset(start, time_zone) ?? minutes) === minutes ? minutes : null',
    replace: 'minutes',
    tests: clocks,
  },
  {
    what: 'a start within the notice period is offered',
    file: 'shared/booking/slots.ts',
    find: `  if (start < now + schedule.noticeMinutes * MINUTE) return 'notice'\n`,
    replace: '',
    tests: slots,
  },
  {
    what: 'a start exactly at the end of the notice period is refused',
    file: 'shared/booking/slots.ts',
    find: 'if (start < now + schedule.noticeMinutes * MINUTE)',
    replace: 'if (start <= now + schedule.noticeMinutes * MINUTE)',
    tests: slots,
  },
  {
    what: 'the last day of the booking window is not offered',
    file: 'shared/booking/slots.ts',
    find: `return date > getLastBookableDate(schedule, now) ? 'window'`,
    replace: `return date >= getLastBookableDate(schedule, now) ? 'window'`,
    tests: slots,
  },
  {
    what: 'a start at the end of another booking counts as taken',
    file: 'shared/booking/slots.ts',
    find: 'return a.start < b.end && b.start < a.end',
    replace: 'return a.start <= b.end && b.start <= a.end',
    tests: slots,
  },
  {
    what: 'the buffer after a meeting is offered',
    file: 'shared/booking/slots.ts',
    find: '(durationMinutes + after) * MINUTE',
    replace: 'durationMinutes * MINUTE',
    tests: [...slots, ...requests],
  },
  {
    what: 'the pause after a booking is not kept free',
    file: 'shared/booking/slots.ts',
    find: 'Math.max(bufferMinutes, pauseMinutes)',
    replace: 'bufferMinutes',
    tests: ['tests/booking/service-rules.test.ts'],
  },
  {
    what: 'a move forgets the pause that the booking was made with',
    file: 'shared/booking/booked-service.ts',
    find: '...{ title, durationMinutes, pauseMinutes, buyers, asksDestinations, side, feeLabel },',
    replace:
      '...{ title, durationMinutes, pauseMinutes: 0, buyers, asksDestinations, side, feeLabel },',
    tests: ['tests/booking/service-rules.test.ts'],
  },
  {
    what: 'anybody may buy a service that is for companies',
    file: 'shared/booking/schema.ts',
    find: 'validateBuyer(read.output, service.buyers)',
    replace: `validateBuyer(read.output, 'both')`,
    tests: ['tests/booking/service-rules.test.ts'],
  },
  {
    what: 'a zone’s offset has the wrong sign',
    file: 'shared/lib/time-zone.ts',
    find: 'const wall = instant + getOffset(instant, zone)',
    replace: 'const wall = instant - getOffset(instant, zone)',
    tests: ['tests/schedule/time-zone.test.ts'],
  },
  {
    what: 'a wall time inside a clock change’s gap counts as existing',
    file: 'shared/lib/wall-time.ts',
    find: '.filter((instant) => instant + getOffset(instant, zone) === wall)',
    replace: '',
    tests: ['tests/schedule/time-zone.test.ts'],
  },
  {
    what: 'a cancelled booking still blocks its slot',
    file: 'server/booking/transitions.ts',
    find: `  if (!blockingStatuses.includes(change.status)) await releaseCells(tx, booking.id)
`,
    replace: '',
    tests: changes,
  },
  {
    what: 'a moved booking also blocks its old slot',
    file: 'server/booking/transitions.ts',
    find: `  await releaseCells(tx, booking.id)
  const end = await getOccupiedUntil(`,
    replace: '  const end = await getOccupiedUntil(',
    tests: changes,
  },
  {
    what: 'a booking blocks its own move',
    file: 'server/booking/queries.ts',
    find: 'readTakenIntervals(tx, wide, exceptBookingId)',
    replace: 'readTakenIntervals(tx, wide)',
    tests: [...changes, ...owner],
  },
  {
    what: 'a cancelled slot is not offered again',
    file: 'server/booking/store.ts',
    find: `    .where('blocks_slot', '=', 1)\n    .where('starts_at', '<', end)`,
    replace: `    .where('starts_at', '<', end)`,
    tests: ['tests/booking/caps.test.ts', ...changes, ...requests],
  },
  {
    what: 'a taken slot can be booked',
    file: 'server/booking/booking-form.ts',
    find: `  if (verdict !== 'open') return toRefusedOutcome(refusalCodeByReason[verdict])
`,
    replace: '',
    tests: requests,
  },
  {
    what: 'what an old page shows is honoured for ever',
    file: 'server/booking/purchases.ts',
    find: '|| parts.clock() - supersededAt < HONOURED_FOR)',
    replace: '|| supersededAt > 0)',
    tests: ['tests/booking/old-pages.test.ts'],
  },
  {
    what: 'a moved booking takes as long as its service does today',
    file: 'server/booking/transitions.ts',
    find: 'const { end } = getOccupiedInterval(start, parseBookedService(booking), 0)',
    replace: 'const { end } = getOccupiedInterval(start, { durationMinutes: 45 }, 0)',
    tests: ['tests/booking/published-later.test.ts'],
  },
  {
    what: 'a hold never expires',
    file: 'server/booking/booking-form.ts',
    find: 'hold_expires_at: paid ? now + HOLD_MINUTES * MINUTE : null,',
    replace: 'hold_expires_at: null,',
    tests: requests,
  },
  {
    what: 'a stale calendar counts as current',
    file: 'server/booking/booking-form.ts',
    find: `status: !fresh || overCap ? 'requested'`,
    replace: `status: overCap ? 'requested'`,
    tests: ['tests/schedule/calendar-outage-sync.test.ts', 'tests/schedule/coverage.test.ts'],
  },
  {
    what: 'one sender can hold any number of slots',
    file: 'server/booking/booking-form.ts',
    find: `  if (paid && (await hasTooManyHolds(tx, parts, sender))) return toRefusedOutcome('holds')
`,
    replace: '',
    tests: ['tests/booking/caps.test.ts'],
  },
  {
    what: 'a day’s bookings before now are not counted',
    file: 'server/booking/senders/caps.ts',
    find: 'since: now - DAY,',
    replace: 'since: now,',
    tests: ['tests/booking/caps.test.ts'],
  },
  {
    what: 'a home with an IPv6 /56 counts as 256 senders',
    file: 'server/lib/sender-identity.ts',
    find: `  block: { 4: 24, 6: 48 },
  site: { 4: 32, 6: 56 },`,
    replace: `  block: { 4: 24, 6: 64 },
  site: { 4: 32, 6: 64 },`,
    tests: ['tests/booking/caps.test.ts'],
  },
  {
    what: 'any number of new mailboxes may take all free times',
    file: 'server/booking/senders/surge.ts',
    find: 'return tookStarts >= MIN_TAKEN && tookStarts > before * MAX_SHARE',
    replace: 'return tookStarts > before',
    tests: ['tests/booking/caps.test.ts'],
  },
  {
    what: 'a paid booking is confirmed without emails',
    file: 'server/booking/commands.ts',
    find: `  await parts.effects.onConfirmed(tx, confirmed)
`,
    replace: '',
    tests: ['tests/payment/settle-payment.test.ts', 'tests/payment/payment-requests.test.ts'],
  },
  {
    what: 'a request expires without an email to its guest',
    file: 'server/booking/commands.ts',
    find: `  await parts.effects.onUnanswered(tx, expired)
`,
    replace: '',
    tests: ['tests/booking/expiry.test.ts'],
  },
  {
    what: 'a booking’s id alone gives access to it',
    file: 'server/booking/commands.ts',
    find: 'return byLink || byCookie ? booking : undefined',
    replace: 'return booking',
    tests: changes,
  },
  {
    what: 'a guest cancels after the deadline',
    file: 'server/booking/commands.ts',
    find: `  if (!terms.isOpen) return refuseTooLate(booking)
`,
    replace: '',
    tests: changes,
  },
  {
    what: 'the deadline for changes is after the meeting',
    file: 'server/booking/queries.ts',
    find: 'const until = booking.starts_at - parseBookedService',
    replace: 'const until = booking.starts_at + parseBookedService',
    tests: changes,
  },
  {
    what: 'a cancellation promises a refund and queues none',
    file: 'server/booking/transitions.ts',
    find: '  if (refund > 0) await parts.refund(tx, cancelled, refund)\n',
    replace: '',
    tests: [...owner, 'tests/payment/refunds.test.ts'],
  },
  {
    what: 'an owner command from a stale version is accepted',
    file: 'server/booking/desk-commands.ts',
    find: `  if (before.version !== expectedVersion) return refuseStale(before)
`,
    replace: '',
    tests: owner,
  },
  {
    what: 'an accepted request blocks no slot',
    file: 'server/booking/desk-commands.ts',
    find: `    await claimRequestedTime(tx, parts, booking)
`,
    replace: '',
    tests: [...owner, 'tests/booking/desk-endpoints.test.ts', 'tests/booking/caps.test.ts'],
  },
  {
    what: 'a repeated form post has a second effect',
    file: 'server/submissions/commands.ts',
    find: `    if (verdict.isFinal)
      await insertStoredResponse(`,
    replace: `    if (!verdict.isFinal)
      await insertStoredResponse(`,
    tests: [
      'tests/submissions/form-queries.test.ts',
      'tests/submissions/idempotent-replay.test.ts',
    ],
  },
  {
    what: 'other content under a used idempotency key gets the first answer',
    file: 'server/submissions/commands.ts',
    find: '    if (before.hash === hashContent(fields)) {',
    replace: '    if (before) {',
    tests: [
      'tests/contact/contact-requests.test.ts',
      'tests/submissions/form-queries.test.ts',
      'tests/submissions/idempotent-replay.test.ts',
    ],
  },
  {
    what: 'an edited booking is made in addition to the version that had arrived',
    file: 'server/submissions/commands.ts',
    find: 'if (before && before.status < 300) {',
    replace: 'if (before && before.status < 200) {',
    tests: ['tests/submissions/supersede.test.ts'],
  },
  {
    what: 'a submission that is answered or put aside, but not read, still counts as new',
    file: 'shared/submissions/marks.ts',
    find: 'marks.readAt === null && isOpenSubmission(marks)',
    replace: 'marks.readAt === null',
    tests: ['tests/submissions/marks.test.ts'],
  },
  {
    what: 'the sender of a submission that was answered or put aside is offered for the client book',
    file: 'shared/desk/dashboard.ts',
    find: 'isOpenSubmission(submission) && Date',
    replace: 'Date',
    tests: ['tests/desk/dashboard.test.ts'],
  },
  {
    what: 'the zero that is dialled only within a country stays in a phone number',
    file: 'shared/lib/phone/phone.ts',
    find: "return digits.startsWith('0') && (!zeroStays || isTooLong) ? digits.slice(1) : digits",
    replace: 'return digits',
    tests: ['tests/lib/phone.test.ts'],
  },
  {
    what: 'a guest who withdrew from a cancelled booking can do so again once the refund failed',
    file: 'server/booking/purchases.ts',
    find: `    cancelled.some(({ data }) => data.isWithdrawal === true) ||
    money.some((event) => event.kind === 'refund' && event.state === 'failed')`,
    replace: '    false',
    tests: ['tests/booking/withdrawal.test.ts'],
  },
  {
    what: 'what the owner has seen on one device becomes new again by an older mark of another',
    file: 'shared/desk/booking-marks.ts',
    find: 'Number(set.seenUntil) > Number(current.seenUntil) ? set : undefined',
    replace: 'Number(current.seenUntil) >= 0 ? set : undefined',
    tests: ['tests/desk/news-counts.test.ts'],
  },
  {
    what: 'a booking whose id has an underscore cannot be marked as seen',
    file: 'shared/sync/devices.ts',
    find: '[A-Za-z0-9_-]{1,64}',
    replace: '[A-Za-z0-9-]{1,64}',
    tests: ['tests/desk/news-counts.test.ts'],
  },
  {
    what: 'a mail that was delivered at last stays on the list of those that were not',
    file: 'server/jobs/store.ts',
    find: `WHERE id IN \${toNumberList(ids)} AND \${isFailing}\``,
    replace: `WHERE id IN \${toNumberList(ids)}\``,
    tests: ['tests/desk/dashboard.test.ts'],
  },
  {
    what: 'a change of the calendar’s state does not reach devices',
    file: 'server/db/migrations/0001-initial.ts',
    find: `  { table: 'calendar_feed', kind: 'calendar-feed', id: () => \`'\${CALENDAR_FEED_ID}'\` },\n`,
    replace: '',
    tests: ['tests/sync/read-only.test.ts'],
  },
  {
    what: 'a booking waits for a room although the provider still makes it',
    file: 'shared/desk/dashboard.ts',
    find: "(booking.locationKind === 'link' || !canCreateRooms || roomless.has(booking.id))",
    replace: "(booking.locationKind === 'link' || !canCreateRooms || roomless.size >= 0)",
    tests: ['tests/booking/meeting-locations.test.ts'],
  },
]
