import { useState } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { LoadTrouble } from '#client/desk/kit/load-trouble.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { systemClock } from '#client/lib/clock.ts'
import { momentWords } from '#client/lib/data/moment-words.ts'
import type { AuditEntry } from '#shared/privacy/api.ts'
import styles from './audit-box.module.css'

const AT_FIRST = 8

interface AuditBoxProps {
  desk: DeskData<AuditEntry[]>
  barred: string | undefined
}

/** What the server wrote down when somebody's data was changed, given out or erased. */
export function AuditBox({ desk, barred }: AuditBoxProps) {
  const [all, setAll] = useState(false)
  const entries = all ? desk.data : desk.data?.slice(0, AT_FIRST)
  const more = !all && desk.data !== undefined && desk.data.length > AT_FIRST
  return (
    <Box
      title="Processing audit log"
      aside="Newest first"
      flush
      foot={more ? <TextAction onClick={() => setAll(true)}>Show older entries</TextAction> : null}
    >
      <LoadTrouble failure="Failed to load audit logs" desk={desk} />
      {barred && desk.state === 'none' ? <p className={styles.none}>{barred}</p> : null}
      {entries?.length === 0 ? <p className={styles.none}>No audit logs available</p> : null}
      {entries && entries.length > 0 ? (
        <ol className={styles.log}>
          {entries.map(({ id, action, details, timestamp }) => (
            <li key={id}>
              <time dateTime={timestamp}>{momentWords(Date.parse(timestamp), systemClock())}</time>
              <div>
                <b>{action}</b>
                <p>{details}</p>
              </div>
            </li>
          ))}
        </ol>
      ) : null}
    </Box>
  )
}
