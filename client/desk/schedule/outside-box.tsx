import { Link } from 'react-router-dom'
import { Box } from '#client/desk/kit/box.tsx'
import { catalogue } from '#shared/booking/catalogue.ts'
import type { KeptMeeting } from '#shared/schedule/desk-api.ts'
import styles from './outside-box.module.css'
import { meetingWords, outsideWords } from './words.ts'

interface OutsideBoxProps {
  meetings: readonly KeptMeeting[]
  zone: string
  now: number
  /** Whether the hours are only being edited. */
  draft: boolean
}

/** Promised meetings that the hours no longer offer; each stays until its owner acts. */
export function OutsideBox({ meetings, zone, now, draft }: OutsideBoxProps) {
  if (meetings.length === 0) return null
  return (
    <Box title="Bookings outside these hours" lead={outsideWords(meetings.length, draft)} flush>
      <ul className={styles.rows}>
        {meetings.map((meeting) => (
          <li key={meeting.id}>
            <b>{meeting.name}</b>
            <span>{catalogue[meeting.serviceType].title}</span>
            <span>{meetingWords(meeting.start, zone, now)}</span>
            <Link to={`/admin/bookings/${meeting.id}`} aria-label={`Open booking, ${meeting.name}`}>
              Open booking
            </Link>
          </li>
        ))}
      </ul>
    </Box>
  )
}
