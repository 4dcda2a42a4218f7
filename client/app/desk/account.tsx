import { Link, useNavigate } from 'react-router-dom'
import { signOut } from '#client/account/session.ts'
import { LeaveDialog } from '#client/desk/shell/leave-dialog.tsx'
import { useLeave } from '#client/desk/shell/use-leave.ts'
import { accountHere } from '#client/lib/data/account-here.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import styles from './account.module.css'

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
