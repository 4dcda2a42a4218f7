import type { ComponentType, FormEvent } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { momentWords } from '#client/lib/data/device-zone.ts'
import { useCall } from '#client/lib/data/use-call.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import layout from '#client/ui/layout.module.css'
import { NetBar } from '#client/ui/net-bar.tsx'
import { Facts } from '#client/ui/page/facts.tsx'
import { ResultPage } from '#client/ui/page/result-page.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { changePassword, getSignInAlarm, PASSWORD_LENGTH } from '#shared/account/api.ts'
import type { AccountView, Role } from '#shared/account/session-api.ts'
import { getMyBookings, type OwnBooking } from '#shared/booking/api.ts'
import { catalogue } from '#shared/booking/catalogue.ts'
import { statusNames } from '#shared/booking/owner-commands.ts'
import { clockTime, longDate } from '#shared/booking/times.ts'
import { zoneWords } from '#shared/lib/zone.ts'
import styles from './account-page.module.css'
import { Trouble, typedIn, useAsking } from './asking.tsx'
import { ask } from './commands.ts'
import { Passkeys } from './passkeys.tsx'
import { SecondFactor } from './second-factor.tsx'
import { signOut, whoIsHere } from './session.ts'
import { SessionList } from './session-list.tsx'
import { SignIn, SignInAgain } from './sign-in/sign-in.tsx'

/** Consents and data export, passed in by the route. */
type OwnDataPart = ComponentType<{ SignIn: typeof SignInAgain }>

/** The account page; without a sign-in it opens the sign-in dialog. */
export function AccountPage({ OwnData }: { OwnData: OwnDataPart }) {
  useTitle('Your account')
  const navigate = useNavigate()
  const { value: user, setValue: setUser } = useAsync('account', whoIsHere)
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

/** Warns the owner if sign-in attempts at their account were blocked in the last days. */
export function SignInAlarm() {
  const lastAt = useCall(getSignInAlarm, {}).value?.lastAt
  if (!lastAt) return null
  return (
    <Banner tone="warn" title="Someone kept trying to sign in to your account">
      Last {momentWords(Date.parse(lastAt), systemClock())}. They were stopped. You can always sign
      in with a passkey, or with your password on a device that you have used before.
    </Banner>
  )
}

/** Bookings with this account's e-mail address, each linked to its page. */
function OwnBookings() {
  const { value: bookings, refusal } = useCall(getMyBookings, {})
  return (
    <section className={styles.section}>
      <h2>Your bookings</h2>
      {refusal ? <p>{refusal.error}</p> : null}
      {bookings?.length === 0 ? <p>No bookings found</p> : null}
      {bookings && bookings.length > 0 ? (
        <ul className={styles.list}>
          {bookings.map((booking) => (
            <li key={booking.id} className={layout.between}>
              <div>
                {catalogue[booking.serviceType].title}
                <small>{timeOf(booking)}</small>
              </div>
              <Link to={booking.manageUrl}>
                {statusNames[booking.status]}
                <VisuallyHidden>, see this booking</VisuallyHidden>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function timeOf({ start, timezone }: OwnBooking): string {
  const instant = Date.parse(start)
  return `${longDate(instant, timezone)}, ${clockTime(instant, timezone)} (${zoneWords(timezone)})`
}

function PasswordForm({ role }: { role: Role }) {
  const asking = useAsking()
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const input = { current: typedIn(event, 'current'), password: typedIn(event, 'password') }
    const form = event.currentTarget
    void asking.ask(async () => {
      const answer = await ask('Sign in error:', changePassword, input)
      if (answer.kind === 'done') {
        form.reset()
        announce('Your password is changed. All other devices are signed out.')
      }
      return answer
    })
  }
  const weak = asking.failed?.fields.password
  return (
    <section className={styles.section}>
      <h2>Password</h2>
      <form onSubmit={submit}>
        {weak ? null : <Trouble failed={asking.failed} title="The password was not changed" />}
        <TextField
          label="Current password"
          name="current"
          type="password"
          autoComplete="current-password"
          required
        />
        <TextField
          label="New password"
          name="password"
          type="password"
          autoComplete="new-password"
          hint={`At least ${PASSWORD_LENGTH[role]} characters`}
          error={weak}
          required
        />
        <div>
          <Button type="submit" small busy={asking.busy}>
            Change the password
          </Button>
        </div>
      </form>
    </section>
  )
}
