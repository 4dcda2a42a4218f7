import { useState } from 'react'
import { formatLastDay } from '#client/desk/journeys/journey-text.ts'
import kit from '#client/desk/kit/primitives.module.css'
import { Button } from '#client/ui/button.tsx'
import { Switch } from '#client/ui/controls/switch.tsx'
import styles from './share-sheet.module.css'
import type { Publishing } from './use-publish.ts'

interface CloseLinkProps {
  /** When the link ends by itself, UTC milliseconds. */
  endsAt: number
  /** First names, or empty. */
  recipient: string
  mails: readonly string[]
  publishing: Publishing
  onDone: () => void
}

/** Confirms closing the link, and says what closing cannot do. */
export function CloseLink(props: CloseLinkProps) {
  const { endsAt, recipient, mails, publishing, onDone } = props
  const [makesNew, setMakesNew] = useState(true)
  const { busy, close, replace, online } = publishing
  const confirm = async () => {
    await (makesNew ? replace() : close())
    onDone()
  }
  return (
    <>
      <p className={styles.lead}>
        The page stops opening on every phone, also where a copy is kept: the copy is removed the
        next time that phone is online. A phone that stays offline keeps its copy until the link
        would have ended, on {formatLastDay(endsAt)}.
        {online ? '' : ' This device is offline: the link closes once it is back online.'}
      </p>
      <div className={styles.again}>
        <Switch checked={makesNew} onChange={setMakesNew}>
          Make a new link{recipient ? ` to send to ${recipient}` : ''}
          {mails.length > 0 ? <small>{mails.join(', ')}</small> : null}
        </Switch>
      </div>
      <div className={kit.rowEnd}>
        <Button small variant="quiet" onClick={onDone}>
          Keep the link
        </Button>
        <Button small variant="danger" busy={busy} onClick={() => void confirm()}>
          Close the link
        </Button>
      </div>
    </>
  )
}
