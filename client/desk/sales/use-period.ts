import { useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { isPlainDate, type PlainDate } from '#shared/lib/date.ts'
import {
  isPeriod,
  type Period,
  type PeriodId,
  periodChoices,
  periodOf,
} from '#shared/sales/periods.ts'

const USUAL: Exclude<PeriodId, 'dates'> = 'twelve'

export interface ChosenPeriod {
  choice: PeriodId
  /** What is shown: the usual one as long as chosen dates are none. */
  period: Period
  /** The dates as typed, and what is wrong with them. */
  dates: Period
  problem: string | undefined
  choose: (choice: PeriodId) => void
  chooseDates: (dates: Period) => void
}

/** The period stands in the address, so that a reload and a bookmark keep it. */
export function usePeriod(today: PlainDate): ChosenPeriod {
  const [search, setSearch] = useSearchParams()
  // The router takes a moment; a choice shows at once.
  const [asked, setAsked] = useState<Asked>(() => Object.fromEntries(search))
  const choice = periodChoices.find(({ id }) => id === asked.period)?.id ?? USUAL
  const usual = periodOf(choice === 'dates' ? USUAL : choice, today)
  const { from = usual.from, to = usual.to } = asked
  const dates = { from, to }
  const chosen = choice === 'dates'
  const problem = chosen ? problemWith(dates) : undefined
  const write = (next: Asked) => {
    setAsked(next)
    setSearch(new URLSearchParams({ ...next }), { replace: true, preventScrollReset: true })
  }
  return {
    choice,
    dates,
    problem,
    period: chosen && !problem ? dates : usual,
    choose: (id) => write(id === 'dates' ? { period: id, ...usual } : { period: id }),
    chooseDates: (typed) => write({ period: 'dates', ...typed }),
  }
}

/** As the address has it. */
interface Asked {
  period?: string
  from?: string
  to?: string
}

function problemWith({ from, to }: Period): string | undefined {
  if (!isPlainDate(from) || !isPlainDate(to)) return 'Please enter both dates.'
  if (to < from) return 'The first date must not be after the last.'
  return isPeriod({ from, to }) ? undefined : 'Please choose at most twenty years.'
}
