import { Box } from '#client/desk/kit/box.tsx'
import type { Dashboard } from '#shared/desk/api.ts'
import { wallOf } from '#shared/lib/zone.ts'
import { callsOn, freeWords, nextCall } from './dashboard-words.ts'
import { DayLine } from './day-line.tsx'
import { TodaysCalls } from './todays-calls.tsx'

interface TodayBoxProps {
  shown: Dashboard
  now: number
}

/** The day as a ruler, and its calls one by one. */
export function TodayBox({ shown, now }: TodayBoxProps) {
  const date = wallOf(now, shown.timeZone).date
  const calls = callsOn(shown, date)
  return (
    <Box title="Today" aside={freeWords(shown, now)} flush>
      <DayLine shown={shown} calls={calls} now={now} />
      <TodaysCalls calls={calls} next={nextCall(shown, now)} zone={shown.timeZone} />
    </Box>
  )
}
