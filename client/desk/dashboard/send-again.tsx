import { useState } from 'react'
import { useIsCutOff } from '#client/desk/kit/as-of.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { call } from '#client/lib/data/api.ts'
import { announce } from '#client/ui/announcer.tsx'
import { sendMailAgain } from '#shared/desk/api.ts'
import styles from './send-again.module.css'

const OFFLINE = 'Sending needs a connection.'

interface SendAgainProps {
  /** The mail job's. */
  id: number
  desk: Pick<DeskData<unknown>, 'trouble' | 'reload'>
}

/** Tries a mail at once and says what it came to. */
export function SendAgain({ id, desk }: SendAgainProps) {
  const [state, setState] = useState<'idle' | 'sending' | 'failed'>('idle')
  const cut = useIsCutOff(desk)
  const send = async () => {
    setState('sending')
    announce('Sending...')
    const answer = await call(sendMailAgain, { id })
    const sent = answer.ok && answer.value.sent
    announce(sent ? 'The e-mail is sent.' : 'It could not be sent this time either.')
    setState(sent ? 'idle' : 'failed')
    desk.reload()
  }
  const barred = cut ? OFFLINE : state === 'sending' ? 'It is being sent.' : undefined
  return (
    <>
      <TextAction onClick={() => void send()} barred={barred}>
        {state === 'sending' ? 'Sending...' : 'Send again'}
      </TextAction>
      {cut ? <p className={styles.note}>{OFFLINE}</p> : null}
      {state === 'failed' && !cut ? (
        <p className={styles.failed}>It could not be sent this time either.</p>
      ) : null}
    </>
  )
}
