import type { JourneyProps } from '#client/journey/state.ts'
import button from '#client/ui/button.module.css'
import { Switch } from '#client/ui/controls/switch.tsx'
import { CallIcon, ShareIcon } from '#client/ui/journey-icons.tsx'
import layout from '#client/ui/layout.module.css'
import { getBusiness } from '#shared/content/site-content.ts'
import type { GuestItem } from '#shared/journeys/guest-copy.ts'
import { toPhoneLink } from '#shared/lib/phone/phone-link.ts'
import { describeGuarantee } from '#shared/site/guarantee.ts'
import { CalendarIcon, PrintIcon, RemoveIcon } from './icons.tsx'
import styles from './journey-foot.module.css'
import { formatItemTitle, formatLastDay } from './view-text.ts'

/** The host, tonight's stay, and the emergency number. */
export function ToCall({ state, night }: JourneyProps & { night: GuestItem | undefined }) {
  const { host } = state.open.copy
  const calls = [
    { name: host.name, note: `Your host at ${getBusiness().name}`, phone: host.phone },
    {
      name: night ? formatItemTitle(night) : '',
      note: 'Where you sleep tonight',
      phone: night?.phone ?? '',
    },
    { name: 'Emergency', note: 'Police, fire, ambulance', phone: '112' },
  ]
  return (
    <section aria-labelledby="call-title">
      <h2 id="call-title" className={styles.heading}>
        To call
      </h2>
      <ul className={styles.calls}>
        {calls
          .filter(({ name, phone }) => name && phone)
          .map(({ name, note, phone }) => {
            const link = toPhoneLink(phone)
            return (
              <li key={note}>
                <span>
                  <b>{name}</b>
                  <small>{note}</small>
                </span>
                {link ? (
                  <a href={link} aria-label={`Call ${name}, ${phone}`}>
                    <CallIcon />
                    {phone}
                  </a>
                ) : (
                  <span>{phone}</span>
                )}
              </li>
            )
          })}
      </ul>
    </section>
  )
}

/** How to add the journey to the home screen; shown from the second opening until it is answered. */
export function HomeScreenHint({ state, actions }: JourneyProps) {
  const { install } = state
  if (!install) return null
  return (
    <section className={styles.hint} data-ground="dark" aria-labelledby="hint-title">
      <h2 id="hint-title">Keep it at hand</h2>
      <p>Put this journey on your home screen and it opens like an app, with or without signal.</p>
      {install === 'ios' ? (
        <p>
          Tap <ShareIcon /> <span className={layout.visuallyHidden}>the Share button</span> in
          Safari, then <b>Add to Home Screen</b>.
        </p>
      ) : null}
      {install === 'menu' ? (
        <p>
          Open the browser’s menu, then tap <b>Add to Home screen</b> or <b>Install</b>.
        </p>
      ) : null}
      <div className={styles.answers}>
        {install === 'prompt' ? (
          <button
            type="button"
            className={`${button.button} ${button.cream} ${button.small}`}
            onClick={actions.install}
          >
            Add to home screen
          </button>
        ) : null}
        <button
          type="button"
          className={`${button.button} ${button.quiet} ${button.small}`}
          onClick={actions.answerHint}
        >
          {install === 'prompt' ? 'Not now' : 'Thank you'}
        </button>
      </div>
    </section>
  )
}

/** When the link ends, the page's actions, and what the host can see. */
export function Foot({ state, actions }: JourneyProps) {
  const { open, device } = state
  const host = open.copy.host.name.split(' ')[0] || 'Your host'
  return (
    <footer className={`stack gap-2 ${styles.foot}`}>
      <p>
        This page is for {open.copy.guests || 'you'} alone. It closes after{' '}
        {formatLastDay(open.pass.endsAt)}.
      </p>
      {describeGuarantee() ? <p>{describeGuarantee()}.</p> : null}
      <div className={styles.actions}>
        <button type="button" onClick={actions.saveCalendar}>
          <CalendarIcon />
          Add to calendar
        </button>
        <button type="button" onClick={actions.print}>
          <PrintIcon />
          Print or save as PDF
        </button>
        <button type="button" onClick={() => actions.askRemoval(true)}>
          <RemoveIcon />
          Remove from this {device.kind}
        </button>
      </div>
      {state.notice ? <p role="alert">{state.notice}</p> : null}
      {state.asksRemoval ? (
        <fieldset className={styles.removal}>
          <legend>Remove the journey and its papers from this {device.kind}?</legend>
          <p>Your link opens it again, as long as it works.</p>
          <div className={styles.answers}>
            <button
              type="button"
              className={`${button.button} ${button.danger} ${button.small}`}
              onClick={actions.remove}
            >
              Remove
            </button>
            <button
              type="button"
              className={`${button.button} ${button.quiet} ${button.small}`}
              onClick={() => actions.askRemoval(false)}
            >
              Keep it
            </button>
          </div>
        </fieldset>
      ) : null}
      <div className={styles.telling}>
        <Switch checked={open.pass.tellsOwner} onChange={actions.setTelling}>
          {host} can see when you last opened this, and on what kind of device
        </Switch>
      </div>
    </footer>
  )
}
