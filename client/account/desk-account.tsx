import { Link, useNavigate } from 'react-router-dom'
import { LeaveDialog } from '../desk/leave-dialog.tsx'
import { useLeave } from '../desk/use-leave.ts'
import { accountHere } from '../lib/account-here.ts'
import { announce } from '../ui/announcer.tsx'
import { Button } from '../ui/button.tsx'
import styles from './desk-account.module.css'
import { signOut } from './session.ts'

/** Who has this desk open, and the ways to the account and out. */
export function DeskAccount() {
  const navigate = useNavigate()
  const account = accountHere()
  const leaving = useLeave(async () => {
    await signOut()
    announce('You are signed out.')
    void navigate('/')
  })
  return (
    <div className={styles.account}>
      <div>
        <b>{account?.name}</b>
        <p>{account?.email}</p>
      </div>
      <div className={styles.ways}>
        <Link to="/account">Account and sign-in</Link>
        <Button small variant="ghost" busy={leaving.busy === 'leaving'} onClick={leaving.start}>
          Sign out
        </Button>
      </div>
      <LeaveDialog of={leaving} />
    </div>
  )
}
