import { useCallback, useEffect, useMemo, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom'
import { randomKey } from '#client/lib/data/ids.ts'
import { useServerReach } from '#client/lib/data/use-site-config.ts'
import { useOnline } from '#client/lib/use-online.ts'
import type { Service } from '#shared/booking/catalogue.ts'
import { isZone } from '#shared/lib/zone.ts'
import { type Draft, emptyDraft, loadDraft, saveDraft } from './draft.ts'
import { type Flow, type StepName, stepNames } from './flow.ts'
import { detectedZone } from './zones.ts'

const STEP = 'step'

/** The state of one booking: the draft on this device, the step in the address. */
export function useFlow(service: Service, prepare: (draft: Draft) => Draft): Flow {
  const [draft, setDraft] = useState(() =>
    prepare(loadDraft(service.type) ?? emptyDraft(randomKey)),
  )
  useEffect(() => saveDraft(service.type, draft), [service, draft])
  const change = useCallback((patch: Partial<Draft>) => {
    setDraft((before) => ({ ...before, ...patch }))
  }, [])

  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const addressOf = useCallback(
    (step: StepName) => {
      const query = new URLSearchParams(search)
      if (step === 'calendar') query.delete(STEP)
      else query.set(STEP, step)
      return query.size > 0 ? `${pathname}?${query}` : pathname
    },
    [pathname, search],
  )
  const go = useCallback(
    (step: StepName, how?: 'replace') => {
      void navigate(addressOf(step), { replace: how === 'replace' })
    },
    [navigate, addressOf],
  )

  const online = useOnline()
  const { config, unreachable } = useServerReach()
  const zone = draft.zone !== null && isZone(draft.zone) ? draft.zone : detectedZone()
  return useMemo(
    () => ({ service, draft, change, zone, online, unreachable, config, go, addressOf }),
    [service, draft, change, zone, online, unreachable, config, go, addressOf],
  )
}

/** The step that the address asks for, as far as the draft can carry it. */
export function useStep({ draft }: Flow): StepName {
  const [query] = useSearchParams()
  const asked = stepNames.find((name) => name === query.get(STEP)) ?? 'calendar'
  if (asked === 'payment' && draft.receipt?.status !== 'awaiting_payment') return 'calendar'
  if (asked === 'confirmed' && !draft.receipt) return 'calendar'
  if (asked === 'other-time' && draft.lost === null) return 'calendar'
  if (asked === 'saved' && !draft.saved) return 'calendar'
  return asked
}
