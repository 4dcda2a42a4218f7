import type { ComponentType } from 'react'
import { Box } from '#client/desk/kit/box.tsx'
import { CalendarIcon, CardIcon, MailIcon, VideoIcon } from '#client/desk/kit/icons.tsx'
import { Status } from '#client/desk/kit/status.tsx'
import type { Dashboard } from '#shared/desk/api.ts'
import {
  type ConnectionState,
  calendarState,
  mailState,
  momentOf,
  paymentState,
  videoState,
} from './connection-words.ts'
import styles from './connections-box.module.css'

interface ConnectionsBoxProps {
  shown: Dashboard
  now: number
  className: string | undefined
}

/** What the site leans on, and how it is doing. */
export function ConnectionsBox({ shown, now, className }: ConnectionsBoxProps) {
  return (
    <Box
      title="Connections"
      aside={`Checked ${momentOf(shown.checkedAt, now)}`}
      flush
      className={className}
    >
      <ul className={styles.list}>
        <Connection name="E-mail" Icon={MailIcon} state={mailState(shown)} />
        <Connection name="Card payments" Icon={CardIcon} state={paymentState(shown, now)} />
        <Connection name="Video meetings" Icon={VideoIcon} state={videoState(shown)} />
        <Connection name="Calendar" Icon={CalendarIcon} state={calendarState(shown, now)} />
      </ul>
    </Box>
  )
}

interface ConnectionProps {
  name: string
  Icon: ComponentType<{ className?: string | undefined }>
  state: ConnectionState
}

function Connection({ name, Icon, state }: ConnectionProps) {
  return (
    <li>
      <Icon className={styles.icon} />
      <div>
        <h3>{name}</h3>
        <p>{state.note}</p>
      </div>
      <Status tone={state.tone}>{state.word}</Status>
    </li>
  )
}
