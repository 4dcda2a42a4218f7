import type { ComponentType } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import { useOnline } from '#client/lib/browser.ts'
import { systemClock } from '#client/lib/clock.ts'
import { isNetworkError } from '#client/lib/data/api.ts'
import { formatRelativeTime } from '#client/lib/data/device-zone.ts'
import { useEndpoint } from '#client/lib/data/use-endpoint.ts'
import { useAsync } from '#client/lib/use-async.ts'
import { useForm, useFormValues } from '#client/lib/use-form.ts'
import { useTitle } from '#client/lib/use-title.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { ConnectionBar } from '#client/ui/connection-bar.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { Facts } from '#client/ui/page/facts.tsx'
import { ResultPage } from '#client/ui/page/result-page.tsx'
import { VisuallyHidden } from '#client/ui/visually-hidden.tsx'
import { changePassword, getSignInAlarm, MIN_PASSWORD_LENGTH } from '#shared/account/api.ts'
import type { AccountView, Role } from '#shared/account/session-api.ts'
import { getMyBookings, type MyBooking } from '#shared/booking/api.ts'
import { getGuestZone } from '#shared/booking/guest-zone.ts'
import { statusLabels } from '#shared/booking/owner-commands.ts'
import { formatClockTime, formatFullDate } from '#shared/booking/zoned-time.ts'
import { formatZone } from '#shared/lib/time-zone.ts'
import { getFailure, type RequestFailure, submitRequest } from './account-commands.ts'
import styles from './account-page.module.css'
import { Passkeys } from './passkeys.tsx'
import { RequestError } from './request-error.tsx'
import { SecondFactor } from './second-factor.tsx'
import { fetchCurrentAccount, signOut } from './session.ts'
import { SessionList } from './session-list.tsx'
import { SignIn, SignInAgain } from './sign-in/sign-in.tsx'
import { NewPassword, Password } from './sign-in/sign-in-steps.tsx'

/** Consents and data export, passed in by the route. */
type OwnDataComponent = ComponentType<{ SignIn: typeof SignInAgain }>

/** The account page; without a sign-in it opens the sign-in dialog. */
export function AccountPage({ OwnData }: { OwnData: OwnDataComponent }) {
  useTitle('Your account')
  const navigate = useNavigate()
  const { value: user, setValue: setUser } = useAsync('account', fetchCurrentAccount)
  const leave = async () => {
    await signOut()
    announce('You are signed out.')
    void navigate('/')
  }
  return (
    <>
      <ConnectionBar offline={!useOnline()}>
        You are offline. Your account needs a connection.
      </ConnectionBar>
      <ResultPage plate="lodge" title="Your account" lead="Your sign-in details and devices." long>
        {user ? (
          <AccountSections user={user} OwnData={OwnData} onChange={setUser} onSignOut={leave} />
        ) : null}
      </ResultPage>
      {user === null ? <SignIn onSignedIn={setUser} onClose={() => navigate('/')} /> : null}
    </>
  )
}

interface AccountProps {
  user: AccountView
  OwnData: OwnDataComponent
  onChange: (user: AccountView) => void
  onSignOut: () => void
}

function AccountSections({ user, OwnData, onChange, onSignOut }: AccountProps) {
  const isOwner = user.role === 'owner'
  const change = (secondFactor: boolean) => onChange({ ...user, hasSecondFactor: secondFactor })
  return (
    <div className={`stack gap-9 ${styles.sections}`}>
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
      <MyBookings />
      {isOwner ? null : <OwnData SignIn={SignInAgain} />}
      <SessionList />
      <PasswordForm role={user.role} />
      {isOwner ? <SecondFactor isEnabled={user.hasSecondFactor} onChange={change} /> : null}
      {isOwner ? <Passkeys /> : null}
      <div>
        <Button variant="ghost" onClick={onSignOut}>
          Sign out
        </Button>
      </div>
    </div>
  )
}

/** Warns the owner if sign-in attempts at their account were blocked in the last days. */
export function SignInAlarm() {
  const lastAt = useEndpoint(getSignInAlarm, {}).value?.lastAt
  if (!lastAt) return null
  return (
    <Banner tone="warn" title="Someone kept trying to sign in to your account">
      Last {formatRelativeTime(Date.parse(lastAt), systemClock())}. They were stopped. You can
      always sign in with a passkey, or with your password on a device that you have used before.
    </Banner>
  )
}

/** Bookings with this account's email address, each linked to its page. */
export function MyBookings() {
  const { value: bookings, refusal } = useEndpoint(getMyBookings, {}, Number(useOnline()))
  return (
    <section className={styles.section}>
      <h2>Your bookings</h2>
      {refusal && !bookings ? (
        <p>{isNetworkError(refusal) ? 'This list needs a connection.' : refusal.error}</p>
      ) : null}
      {bookings?.length === 0 ? <p>No bookings found</p> : null}
      {bookings && bookings.length > 0 ? (
        <ul className={styles.list}>
          {bookings.map((booking) => (
            <li key={booking.id} className="split">
              <div>
                {booking.serviceTitle}
                <small>{formatBookingTime(booking)}</small>
              </div>
              <Link to={booking.manageUrl}>
                {statusLabels[booking.status]}
                <VisuallyHidden>, see this booking</VisuallyHidden>
              </Link>
            </li>
          ))}
        </ul>
      ) : null}
    </section>
  )
}

function formatBookingTime(booking: MyBooking): string {
  const [instant, zone] = [Date.parse(booking.start), getGuestZone(booking)]
  return `${formatFullDate(instant, zone)}, ${formatClockTime(instant, zone)} (${formatZone(zone)})`
}

function PasswordForm({ role }: { role: Role }) {
  const values = useFormValues({ current: '', password: '' })
  const form = useForm<typeof values.values, RequestFailure>({
    values,
    rules: v.object({ current: Password, password: NewPassword }),
    async submit(entered) {
      const answer = await submitRequest('Sign in error:', changePassword, entered)
      if (answer.kind === 'done') {
        values.change({ current: '', password: '' })
        form.reset()
        announce('Your password is changed. All other devices are signed out.')
      }
      return getFailure(answer)
    },
  })
  return (
    <section className={styles.section}>
      <h2>Password</h2>
      <form {...form.props}>
        <RequestError
          failure={form.refusal}
          values={form.values}
          title="The password was not changed"
        />
        <TextField
          label="Current password"
          {...form.field('current')}
          type="password"
          autoComplete="current-password"
          required
        />
        <TextField
          label="New password"
          {...form.field('password')}
          type="password"
          autoComplete="new-password"
          hint={`At least ${MIN_PASSWORD_LENGTH[role]} characters`}
          required
        />
        <div>
          <Button type="submit" small busy={form.busy}>
            Change the password
          </Button>
        </div>
      </form>
    </section>
  )
}
