import { useState } from 'react'
import { getData } from '#client/data/data-client.ts'
import { useDataQuery } from '#client/data/use-data.ts'
import type { Editor } from '#client/desk/journeys/detail/editor.ts'
import { formatLastDay } from '#client/desk/journeys/journeys-text.ts'
import { IconLabel } from '#client/desk/kit/desk-button.tsx'
import { Sheet } from '#client/desk/kit/dialogs/side-sheet.tsx'
import { CopyIcon, MailIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { announce } from '#client/ui/announcer.tsx'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import field from '#client/ui/controls/field.module.css'
import { Field } from '#client/ui/controls/field.tsx'
import { Switch } from '#client/ui/controls/switch.tsx'
import { ShareIcon } from '#client/ui/journey-icons.tsx'
import type from '#client/ui/type.module.css'
import { formatFirstNames } from '#shared/clients/person-names.ts'
import { getLinkEnd } from '#shared/journeys/guest-copy.ts'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import { toJourneyPath } from '#shared/journeys/link.ts'
import { toMailtoLink } from '#shared/lib/mailto.ts'
import { countChanges, describeCount } from './copy-state.ts'
import { HostFields, LinkUntil, SeenBox, WhatTheySee } from './share-settings.tsx'
import styles from './share-sheet.module.css'
import type { Publishing } from './use-publish.ts'

interface ShareSheetProps {
  editor: Editor
  publishing: Publishing
  onClose: () => void
}

/** Creates, copies, sends and closes the guests' link. */
export function ShareSheet({ editor, publishing, onClose }: ShareSheetProps) {
  const [isClosing, setClosing] = useState(false)
  const { view, copy } = editor
  const guests = formatFirstNames(view.names)
  const mails = useMailAddresses(view.journey.clients)
  if (isClosing)
    return (
      <Sheet key="close" title="Close this link?" onClose={onClose}>
        <CloseLink
          endsAt={view.pass?.data.endsAt ?? 0}
          recipient={guests}
          mails={mails}
          publishing={publishing}
          onDone={() => setClosing(false)}
        />
      </Sheet>
    )
  const { link } = copy
  return (
    <Sheet key="share" title={guests ? `Share with ${guests}` : 'Share'} onClose={onClose}>
      <p className={styles.lead}>
        One private link. It opens without an account and is kept on their phone, so it also works
        with no signal.
      </p>
      {publishing.failed ? (
        <Banner tone="error" title="This could not be stored on this device">
          Nothing was changed. Free some room, then try again.
        </Banner>
      ) : null}
      {link === 'open' || link === 'waiting' ? (
        <SharedLink editor={editor} mails={mails} publishing={publishing} />
      ) : (
        <NoLink editor={editor} publishing={publishing} link={link} />
      )}
      <LinkUntil editor={editor} />
      <WhatTheySee editor={editor} />
      <HostFields editor={editor} />
      {link === 'open' || link === 'waiting' ? (
        <div className={styles.close}>
          <div>
            <b>Close this link</b>
            <p className={type.note}>Sent to the wrong address, or a phone is lost.</p>
          </div>
          <Button small variant="danger" onClick={() => setClosing(true)}>
            Close link
          </Button>
        </div>
      ) : null}
    </Sheet>
  )
}

interface PartProps {
  editor: Editor
  publishing: Publishing
}

const noLinkTexts = {
  none: [
    'Nobody sees this journey yet. They see what is below once you make the link.',
    'Make the link',
  ],
  ended: ['The link has ended. Opened again, it has the same address.', 'Open the link again'],
  closed: [
    'The link is closed: it opens on no phone any more. A new link has another address.',
    'Make a new link',
  ],
} as const

/** Shown before there is a link, and once it has ended or was closed. */
function NoLink({ editor, publishing, link }: PartProps & { link: keyof typeof noLinkTexts }) {
  const { busy, online, publish, replace } = publishing
  const { view, days, now } = editor
  const [text, action] = noLinkTexts[link]
  // Opened until a day that is over, it would end at once.
  const isOver = link === 'ended' && getLinkEnd(view.journey, days, now) <= now
  return (
    <div className="stack gap-4">
      <p className={kit.text}>
        {isOver ? 'The link has ended. Choose a later day below to open it again.' : text}
        {online || isOver ? '' : ' The link opens once this device has been online.'}
      </p>
      {isOver ? null : (
        <div>
          <Button
            small
            busy={busy}
            onClick={() => void (link === 'closed' ? replace() : publish())}
          >
            {action}
          </Button>
        </div>
      )}
    </div>
  )
}

/** The address of the guests' page. Browsers send no server the part after `#`. */
function toLinkAddress({ view }: Editor): string {
  return `${location.origin}${toJourneyPath(view.journey.link)}`
}

function SharedLink({ editor, mails, publishing }: PartProps & { mails: readonly string[] }) {
  const { copy, view } = editor
  const { busy, online, publish } = publishing
  const address = toLinkAddress(editor)
  const title = view.journey.title || UNTITLED
  const canShare = typeof navigator.share === 'function'
  return (
    <>
      <Field
        label="Private link"
        hint="Anyone with the whole link can read the journey. The part after # is its key: anyone who finds the address without this part cannot read it. Your own copy, on your server, is not encrypted."
      >
        {(control) => (
          <div className={styles.link}>
            <input
              {...control}
              className={field.control}
              readOnly
              value={address}
              onFocus={({ target }) => target.select()}
            />
            <Button small onClick={() => void copyText(address)}>
              <IconLabel>
                <CopyIcon />
                Copy link
              </IconLabel>
            </Button>
          </div>
        )}
      </Field>
      <div className="row wrap gap-2">
        <ButtonLink small variant="ghost" href={toMailAddress(editor, mails)}>
          <IconLabel>
            <MailIcon />
            Send by email
          </IconLabel>
        </ButtonLink>
        {canShare ? (
          <Button small variant="ghost" onClick={() => void shareLink({ title, url: address })}>
            <IconLabel>
              <ShareIcon />
              Another way
            </IconLabel>
          </Button>
        ) : null}
      </div>
      {copy.link === 'waiting' && !online ? (
        <p className={styles.waiting}>
          Their copy waits on this device. The link shows it once this device has been online.
        </p>
      ) : null}
      {countChanges(copy) > 0 ? (
        <div className={styles.changes}>
          <p>{describeCount(copy)}</p>
          <Button small busy={busy} onClick={() => void publish()}>
            {online ? 'Update their copy' : 'Send when online'}
          </Button>
        </div>
      ) : null}
      <SeenBox editor={editor} />
    </>
  )
}

async function copyText(text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text)
    announce('The link is copied.')
  } catch {
    announce('The browser did not copy it. Select the link and copy it yourself.')
  }
}

async function shareLink(data: ShareData): Promise<void> {
  // It rejects if the user closes the system's dialog.
  await navigator.share(data).catch(() => undefined)
}

/** The e-mail addresses of the clients on this device. */
function useMailAddresses(clients: readonly string[]): string[] {
  const found = useDataQuery(`mail addresses of ${clients.join(' ')}`, async () => {
    const views = await Promise.all(clients.map((id) => getData().clients.get(id)))
    return views.flatMap((view) => (view?.client.email ? [view.client.email] : []))
  })
  return found?.answer ?? []
}

/** A `mailto:` address with the link and an explanation. */
function toMailAddress(editor: Editor, mails: readonly string[]): string {
  const { view, copy } = editor
  const { title } = view.journey
  const names = formatFirstNames(view.names)
  const lines = [
    names ? `Dear ${names},` : 'Hello,',
    '',
    `here is your journey${title ? `, ${title}` : ''}:`,
    toLinkAddress(editor),
    '',
    `Open it once while you are online. It then also works with no signal. The link works until ${formatLastDay(copy.next.endsAt)}; whoever has it can read the journey.`,
    '',
    copy.next.host.name,
  ]
  const subject = encodeURIComponent(title || 'Your journey')
  const body = encodeURIComponent(lines.join('\r\n'))
  return `${toMailtoLink(...mails)}?subject=${subject}&body=${body}`
}

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
function CloseLink(props: CloseLinkProps) {
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
