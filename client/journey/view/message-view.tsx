import type { Device } from '#client/journey/device.ts'
import type { Message } from '#client/journey/state.ts'
import button from '#client/ui/button.module.css'
import field from '#client/ui/controls/field.module.css'
import { ArrowRightIcon, OfflineIcon } from '#client/ui/icons.tsx'
import result from '#client/ui/page/result-page.module.css'
import plate from '#client/ui/plate.module.css'
// Imported alone, because the list of all plates has a thousand bytes.
import lodge from '#client/ui/plates/lodge.svg?url'
import text from '#client/ui/type.module.css'
import wordmark from '#client/ui/wordmark.module.css'
import { getBusiness } from '#shared/content/site-content.ts'
import { toPhoneLink } from '#shared/site/contact-links.ts'
import styles from './message-view.module.css'
import { formatLastDay } from './view-text.ts'

interface MessageProps {
  message: Message
  device: Device
  /** Why the pasted text is no link. */
  pasteError?: string | undefined
  onTryAgain: () => void
  onPaste: (text: string) => void
}

/** Shown instead of a journey: what happened, and what guests can do. */
export function MessageView(props: MessageProps) {
  const { message, device } = props
  if (message.kind === 'opening') return <Opening />
  const { title, lead } = describe(message, device)
  return (
    <div className={result.page}>
      <div className={`${result.art} grain`} data-ground="dark" data-print="off">
        <img
          className={`${plate.plate} ${plate.low}`}
          src={lodge}
          alt=""
          width="1000"
          height="1200"
          decoding="async"
        />
        <header className={`split ${result.header}`}>
          <a href="/" className={wordmark.wordmark} aria-label={`${getBusiness().name}, home`}>
            {getBusiness().name}
          </a>
        </header>
      </div>
      <main id="main" tabIndex={-1} className={`${result.body} ${styles.body}`}>
        <h1 className={result.title}>{title}</h1>
        <p className={`${text.lead} ${result.lead}`}>{lead}</p>
        <MessageActions {...props} />
      </main>
    </div>
  )
}

/** Shown while the journey is opened: an empty cover. */
export function Opening() {
  return (
    <main id="main" tabIndex={-1} className={`${styles.opening} grain`} data-ground="dark">
      <p className={wordmark.wordmark}>{getBusiness().name}</p>
      <p role="status">Opening your journey…</p>
    </main>
  )
}

type Text = { title: string; lead: string }

function describe(message: Exclude<Message, { kind: 'opening' }>, device: Device): Text {
  const here = `this ${device.kind}`
  if (message.kind === 'ended') {
    return {
      title: 'This journey has ended',
      lead: `The page closed after ${formatLastDay(message.endedAt)}, and nothing of it is left on ${here}. If you need something from it, an address or a receipt, write to me and I will find it.`,
    }
  }
  const texts: Record<typeof message.kind, Text> = {
    incomplete: {
      title: 'The link is not complete',
      lead: 'Part of it is missing, perhaps lost when it was copied. Open it again from my email, or copy the whole line, with everything after the # sign.',
    },
    'nothing saved': {
      title: `No journey on ${here} yet`,
      lead: 'Open the link from my email once with a connection, or paste it here; after that it opens anywhere.',
    },
    closed: {
      title: 'This link is closed',
      lead: 'Its journey has ended, or a newer link has taken its place. Look for my latest email, or ask me for it.',
    },
    'closed by host': {
      title: 'This link is closed',
      lead: `I have closed it, and the copy on ${here} is removed. If I have sent you a newer link, it is in my latest email; or ask me for it. Nothing in your journey has changed because of this.`,
    },
    withdrawn: {
      title: 'This link is closed for now',
      lead: `I have taken this journey back. The copy on ${here} is put away and not shown; if I open the link again, it is here as before, otherwise it is removed after 30 days. Please ask me about it.`,
    },
    offline: {
      title: `Not on ${here} yet`,
      lead: `You are offline, and ${here} has not kept a copy. Open the link once with a connection; after that it opens anywhere.`,
    },
    trouble: {
      title: 'The journey did not come through',
      lead: 'An answer came, but not this site’s, or not all of it. A hotel’s or ship’s network may ask you to sign in first.',
    },
    'not yet': {
      title: 'The journey does not open just now',
      lead: 'Please try again later today. If it still does not open then, look for a newer link in my latest email, or ask me for it.',
    },
    removed: {
      title: `Removed from ${here}`,
      lead: `Nothing of the journey is left on ${here}. The link in my email opens it again.`,
    },
  }
  return texts[message.kind]
}

/** There is no newer link to ask for. */
const WRITTEN_TO: Message['kind'][] = ['ended', 'withdrawn']

function MessageActions({ message, pasteError, onTryAgain, onPaste }: MessageProps) {
  const { kind } = message
  if (kind === 'incomplete' || kind === 'nothing saved')
    return <PasteForm error={pasteError} onPaste={onPaste} />
  const mayRetry = kind === 'offline' || kind === 'trouble' || kind === 'not yet'
  const { phone } = getBusiness()
  return (
    <>
      {kind === 'offline' ? (
        <div className={styles.waiting}>
          <OfflineIcon />
          <p>
            <b>No connection</b>
            <span>It opens by itself as soon as there is one.</span>
          </p>
        </div>
      ) : null}
      <div className={result.actions}>
        {mayRetry ? (
          <button type="button" className={primary} onClick={onTryAgain}>
            Try again
          </button>
        ) : null}
        {kind === 'removed' ? <HomeLink /> : null}
        {mayRetry || kind === 'removed' ? null : (
          <a href="/contact" className={primary}>
            {WRITTEN_TO.includes(kind) ? 'Write to me' : 'Ask for the new link'}
            <ArrowRightIcon className={button.arrow} />
          </a>
        )}
        {kind === 'ended' || kind === 'removed' ? null : phone ? (
          <a href={toPhoneLink(phone)} className={quiet}>
            Call {phone}
          </a>
        ) : null}
        {kind === 'ended' ? <HomeLink /> : null}
      </div>
    </>
  )
}

const primary = `${button.button} ${button.primary}`
const quiet = `${button.button} ${button.quiet}`

function HomeLink() {
  return (
    <a href="/" className={quiet}>
      To the front page
    </a>
  )
}

function PasteForm({
  error,
  onPaste,
}: { error?: string | undefined } & Pick<MessageProps, 'onPaste'>) {
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        onPaste(String(new FormData(event.currentTarget).get('link') ?? ''))
      }}
    >
      <div className={field.field}>
        <label htmlFor="link">Paste the whole link here</label>
        <input
          id="link"
          name="link"
          className={field.control}
          placeholder="https://…/journey/…#…"
          inputMode="url"
          autoComplete="off"
          autoCapitalize="off"
          spellCheck="false"
          aria-invalid={error ? 'true' : undefined}
          aria-describedby={error ? 'link-error' : undefined}
        />
        <p id="link-error" className={styles.error} aria-live="polite">
          {error}
        </p>
      </div>
      <div className={result.actions}>
        <button type="submit" className={primary}>
          Try again
        </button>
        <a href="/contact" className={quiet}>
          Ask for the link again
        </a>
      </div>
    </form>
  )
}
