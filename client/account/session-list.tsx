import { useCallback, useEffect, useRef, useState } from 'react'
import { systemClock } from '#client/lib/clock.ts'
import { call } from '#client/lib/data/api.ts'
import { momentWords } from '#client/lib/data/device-zone.ts'
import { browserName } from '#client/lib/device/browser-name.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import layout from '#client/ui/layout.module.css'
import { endSession, listSessions, type SessionView } from '#shared/account/api.ts'
import { numberedNames } from '#shared/lib/number-words.ts'
import styles from './account-page.module.css'
import { Trouble } from './asking.tsx'
import { type Failed, failed } from './commands.ts'

/** Sessions of this account; each can be ended from any device. */
export function SessionList() {
  const [sessions, setSessions] = useState<SessionView[]>()
  const [missing, setMissing] = useState(false)
  const [trouble, setTrouble] = useState<Failed>()
  const heading = useRef<HTMLHeadingElement>(null)
  const load = useCallback(async () => {
    const answer = await call(listSessions, {})
    if (answer.ok) setSessions(answer.value)
    setMissing(!answer.ok)
  }, [])
  useEffect(() => {
    void load()
  }, [load])
  const end = async (id?: string) => {
    const answer = await call(endSession, id === undefined ? {} : { id })
    setTrouble(answer.ok ? undefined : failed('Sign in error:', answer.refusal))
    await load()
    if (!answer.ok) return
    announce('Signed out.')
    // The pressed button is gone, so the focus needs another place.
    heading.current?.focus()
  }
  const names = sessionNames(sessions ?? [])
  const others = sessions?.some(({ here }) => !here)
  return (
    <section className={styles.section}>
      <h2 ref={heading} tabIndex={-1}>
        Where you are signed in
      </h2>
      {missing && !sessions ? <p>This list needs a connection.</p> : null}
      <Trouble failed={trouble} title="This device was not signed out" />
      <ul className={styles.list}>
        {sessions?.map(({ id, lastSeen, here }) => (
          <li key={id} className={layout.between}>
            <div id={`session-${id}`}>
              {names.get(id)}
              <small>
                {here
                  ? 'This device'
                  : `Last used ${momentWords(Date.parse(lastSeen), systemClock())}`}
              </small>
            </div>
            {here ? null : (
              <Button
                small
                variant="ghost"
                aria-describedby={`session-${id}`}
                onClick={() => void end(id)}
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {others ? (
        <Button small variant="ghost" onClick={() => void end()}>
          Sign out everywhere else
        </Button>
      ) : null}
    </section>
  )
}

/** Names by session id; sessions with the same browser are numbered, the oldest first. */
function sessionNames(sessions: SessionView[]): Map<string, string> {
  const byAge = sessions.toSorted((a, b) => a.since.localeCompare(b.since))
  const names = numberedNames(byAge.map(({ browser }) => browserName(browser)))
  return new Map(byAge.map(({ id }, at) => [id, names[at] ?? '']))
}
