import { type ComponentType, useEffect, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useOnline } from '#client/lib/use-online.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { NetBar } from '#client/ui/net-bar.tsx'
import { Facts } from '#client/ui/page/facts.tsx'
import { ResultPage } from '#client/ui/page/result-page.tsx'
import type { AccountView } from '#shared/account/session-api.ts'
import styles from './account-page.module.css'
import { OwnBookings } from './own-bookings.tsx'
import { Passkeys } from './passkeys.tsx'
import { PasswordForm } from './password-form.tsx'
import { SecondFactor } from './second-factor.tsx'
import { signOut, whoIsHere } from './session.ts'
import { SessionList } from './session-list.tsx'
import { SignIn, SignInAgain } from './sign-in.tsx'
import { SignInAlarm } from './sign-in-alarm.tsx'

/** What is allowed and held, from another part of the site. */
type OwnDataPart = ComponentType<{ SignIn: typeof SignInAgain }>

/** What belongs to whoever is signed in; the way in stands before it for everybody else. */
export function AccountPage({ OwnData }: { OwnData: OwnDataPart }) {
  useTitle('Your account')
  const navigate = useNavigate()
  const [user, setUser] = useState<AccountView | null>()
  useEffect(() => {
    let current = true
    void whoIsHere().then((user) => {
      if (current) setUser(user)
    })
    return () => {
      current = false
    }
  }, [])
  const leave = async () => {
    await signOut()
    announce('You are signed out.')
    void navigate('/')
  }
  return (
    <>
      <NetBar offline={!useOnline()}>You are offline. Your account needs a connection.</NetBar>
      <ResultPage plate="lodge" title="Your account" lead="Your sign-in details and devices." long>
        {user ? <Account user={user} OwnData={OwnData} onChange={setUser} onLeave={leave} /> : null}
      </ResultPage>
      {user === null ? <SignIn onIn={setUser} onClose={() => navigate('/')} /> : null}
    </>
  )
}

interface AccountProps {
  user: AccountView
  OwnData: OwnDataPart
  onChange: (user: AccountView) => void
  onLeave: () => void
}

function Account({ user, OwnData, onChange, onLeave }: AccountProps) {
  const isOwner = user.role === 'owner'
  const change = (secondFactor: boolean) => onChange({ ...user, secondFactor })
  return (
    <div className={styles.sections}>
      {isOwner ? <SignInAlarm /> : null}
      <Facts
        facts={[
          { term: 'Name', value: user.name },
          { term: 'Email', value: user.email },
        ]}
      />
      {isOwner ? (
        <p>
          <Link to="/admin">Go to the desk</Link>
        </p>
      ) : null}
      <OwnBookings />
      {isOwner ? null : <OwnData SignIn={SignInAgain} />}
      <SessionList />
      <PasswordForm role={user.role} />
      {isOwner ? <SecondFactor on={user.secondFactor} onChange={change} /> : null}
      {isOwner ? <Passkeys /> : null}
      <div>
        <Button variant="ghost" onClick={onLeave}>
          Sign out
        </Button>
      </div>
    </div>
  )
}
