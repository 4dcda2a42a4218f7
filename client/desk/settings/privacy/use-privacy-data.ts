import { useMemo } from 'react'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { useRecordData, useRecords } from '#client/desk/queries/use-records.ts'
import { useSetting } from '#client/desk/queries/use-setting.ts'
import {
  type AuditEntry,
  defaultRetention,
  getAudit,
  getConsents,
  getRetention,
  MAX_AUDIT_ENTRIES,
  OWN_USER_ID,
  type Retention,
} from '#shared/privacy/api.ts'
import { type ConsentSettings, noConsents } from '#shared/privacy/consents.ts'

const own = { userId: OWN_USER_ID }

export function useOwnConsents(): DeskData<ConsentSettings> {
  const derived = useSetting('consents', noConsents)
  return useRecordData({ derived, from: ['setting'] }, { endpoint: getConsents, input: own })
}

export function useRetention(): DeskData<Retention> {
  const derived = useSetting('retention', defaultRetention)
  return useRecordData({ derived, from: ['setting'] }, { endpoint: getRetention, input: {} })
}

/** The owner's audit log, the latest entry first. */
export function useAuditLog(): DeskData<AuditEntry[]> {
  const days = useRecords('audit-day')
  const derived = useMemo(() => {
    const entries = days && [...days.values()].flat()
    return entries?.sort((a, b) => Number(b.id) - Number(a.id)).slice(0, MAX_AUDIT_ENTRIES)
  }, [days])
  return useRecordData({ derived, from: ['audit-day'] }, { endpoint: getAudit, input: own })
}
