import { useCallback, useEffect, useRef, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { callEndpoint } from '#client/lib/data/api.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { parseBrowserName } from '#client/lib/device/browser-name.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { endSession, listSessions, type SessionView } from '#shared/account/api.ts'
import { numberRepeatedNames } from '#shared/lib/format-number.ts'
import { type RequestFailure, toFailure } from './account-commands.ts'
import styles from './account-page.module.css'
import { RequestError } from './request-error.tsx'

/** Sessions of this account; each can be ended from any device. */
export function SessionList() {
  const [sessions, setSessions] = useState<SessionView[]>()
  const [missing, setMissing] = useState(false)
  const [failure, setFailure] = useState<RequestFailure>()
  const heading = useRef<HTMLHeadingElement>(null)
  const load = useCallback(async () => {
    const answer = await callEndpoint(listSessions, {})
    if (answer.ok) setSessions(answer.value)
    setMissing(!answer.ok)
  }, [])
  useEffect(() => {
    void load()
  }, [load])
  const { run } = useOneAtATime()
  const end = async (id?: string) => {
    const answer = await callEndpoint(endSession, id === undefined ? {} : { id })
    setFailure(answer.ok ? undefined : toFailure('Sign in error:', answer.refusal))
    await load()
    if (!answer.ok) return
    announce('Signed out.')
    // The pressed button is gone, so the focus needs another place.
    heading.current?.focus()
  }
  const names = nameSessions(sessions ?? [])
  const others = sessions?.some(({ isCurrent }) => !isCurrent)
  return (
    <section className={styles.section}>
      <h2 ref={heading} tabIndex={-1}>
        Where you are signed in
      </h2>
      {missing && !sessions ? <p>This list needs a connection.</p> : null}
      <RequestError failure={failure} title="This device was not signed out" />
      <ul className={styles.list}>
        {sessions?.map(({ id, lastSeen, isCurrent }) => (
          <li key={id} className="split">
            <div id={`session-${id}`}>
              {names.get(id)}
              <small>
                {isCurrent
                  ? 'This device'
                  : `Last used ${formatRelativeTime(Date.parse(lastSeen), systemClock())}`}
              </small>
            </div>
            {isCurrent ? null : (
              <Button
                small
                variant="ghost"
                aria-describedby={`session-${id}`}
                onClick={() => void run(() => end(id))}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others ? (
        <Button small variant="ghost" onClick={() => void run(() => end())}>
          Sign out everywhere else
        </Button>
      ) : null}
    </section>
  )
}

/** Names by session id; sessions with the same browser are numbered, the oldest first. */
function nameSessions(sessions: SessionView[]): Map<string, string> {
  const byAge = sessions.toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
  const names = numberRepeatedNames(byAge.map(({ browser }) => parseBrowserName(browser)))
  return new Map(byAge.map(({ id }, at) => [id, names[at] ?? '']))
}
