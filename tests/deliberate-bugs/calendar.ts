import type { Bug } from './bug.ts'

const reading = ['tests/schedule/read-damaged-feed.test.ts']
const marks = ['tests/schedule/read-feed.test.ts']
const property = ['tests/schedule/feed-reading.property.test.ts']
const times = ['tests/schedule/read-feed-times.test.ts']
const doubts = ['tests/schedule/calendar-doubt-sync.test.ts']

export const calendarBugs: Bug[] = [
  {
    what: 'a guest moves a booking to a time about which the owner’s calendar is not clear',
    file: 'server/booking/commands.ts',
    find: '!offered && !isCalendarFresh(calendar, { now, start })',
    replace: 'calendar === null',
    tests: doubts,
  },
  {
    what: 'an unreadable zone name drops the entry’s zone to UTC',
    file: 'server/schedule/feed/zones.ts',
    find: 'found = { zone: zone ?? this.calendarZone, isGuessed: !zone }',
    replace: 'found = { zone: zone ?? UTC, isGuessed: !zone }',
    tests: times,
  },
  {
    what: 'a whole day that ends on itself is not busy',
    file: 'server/schedule/feed/feed-event.ts',
    find: 'const shortest = start.isDate ? DAY : MINUTE',
    replace: 'const shortest = 0',
    tests: times,
  },
  {
    what: 'an invitation that somebody else declined is free',
    file: 'server/schedule/feed/feed-event.ts',
    find: '.filter((attendee) => ownAddresses.has(readAddress(attendee)))',
    replace: '',
    tests: reading,
  },
  {
    what: 'a series that cannot be read raises no doubt',
    file: 'shared/schedule/calendar-state.ts',
    find: '< (calendar.coversUntil ?? 0) && !isDoubtful',
    replace: '< (calendar.coversUntil ?? 0)',
    tests: doubts,
  },
  {
    what: 'a calendar that is suddenly empty opens all its times',
    file: 'server/schedule/feed/calendar-sync.ts',
    find: `if (!isEmpty || feed.empty_answer === 'accepted') return false`,
    replace: 'if (!isEmpty || feed.empty_answer !== null || now > 0) return false',
    tests: doubts,
  },
  {
    what: 'an exception rule that is read in part takes its times away',
    file: 'server/schedule/feed/feed-event.ts',
    find: 'if (rule && problems.size === 0) return',
    replace: 'if (rule) return',
    tests: reading,
  },
  {
    what: 'a rare character that ends all lines is taken for a part of texts',
    file: 'server/schedule/feed/lines.ts',
    find: `rareEnd ? printable.replaceAll(rareEnd, '\\n') : printable`,
    replace: 'printable',
    tests: reading,
  },
  {
    what: 'a line that ends in a rare character swallows the next one',
    file: 'server/schedule/feed/lines.ts',
    find: 'for (const own of splitAtRareEnds(line)) reader.read(own)',
    replace: 'reader.read(line)',
    tests: property,
  },
  {
    what: 'an entry that is transparent is free although Outlook marks it as busy',
    file: 'server/schedule/feed/feed-event.ts',
    find: 'return saysFree && !saysBusy',
    replace: 'return saysFree',
    tests: marks,
  },
]
