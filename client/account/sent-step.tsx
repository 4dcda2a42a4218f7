import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { requestReset, sendConfirmationAgain } from './commands.ts'
import styles from './modal.module.css'
import { Trouble } from './trouble.tsx'
import { useAsking } from './use-asking.ts'

interface SentStepProps {
  email: string
  again: 'create' | 'forgot'
  onAgain: () => void
}

export function SentStep({ email, again, onAgain }: SentStepProps) {
  const { busy, failed, ask } = useAsking()
  const send = again === 'create' ? sendConfirmationAgain : requestReset
  const resend = () =>
    ask(async () => {
      const answer = await send(email)
      if (answer.kind === 'done') announce('The link was sent again.')
      return answer
    })
  return (
    <>
      <div className={styles.form}>
        <Trouble failed={failed} />
        <Button variant="ghost" block busy={busy} onClick={() => void resend()}>
          Send it again
        </Button>
      </div>
      <p className={styles.swap}>
        Wrong address?{' '}
        <button type="button" className={styles.link} onClick={onAgain}>
          Start again
        </button>
      </p>
    </>
  )
}
