import { type KeyboardEvent, startTransition, useEffect, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { useTyped } from '#client/desk/journeys/item/typed-fields.tsx'
import { formatSpan } from '#client/desk/journeys/journeys-text.ts'
import { JourneyBadge } from '#client/desk/journeys/list/journey-badge.tsx'
import { getLinkMark, type JourneyMark } from '#client/desk/journeys/list/journey-groups.ts'
import { IconLabel } from '#client/desk/kit/desk-button.tsx'
import { EyeIcon, LinkIcon, PaperIcon, PencilIcon } from '#client/desk/kit/icons.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { RECENTLY_DELETED } from '#client/desk/records/recently-deleted-link.tsx'
import { lazyNamed } from '#client/lib/lazy-named.ts'
import { Button, ButtonLink } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/controls/field.tsx'
import { BackIcon } from '#client/ui/icons.tsx'
import layout from '#client/ui/layout.module.css'
import type from '#client/ui/type.module.css'
import { formatNames } from '#shared/clients/person-names.ts'
import { getDates, getZone } from '#shared/journeys/days.ts'
import { UNTITLED } from '#shared/journeys/journey-fields.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import type { Editor } from './editor.ts'
import styles from './editor-header.module.css'

interface EditorHeaderProps {
  editor: Editor
  onPreview: () => void
  onPrint: () => void
}

/** Title, clients and dates, each edited in place, and the journey's actions. */
export function EditorHeader({ editor, onPreview, onPrint }: EditorHeaderProps) {
  const { id } = editor
  const { search } = useLocation()
  return (
    <header className={styles.head}>
      <Link to="/admin/journeys" className={styles.back}>
        <BackIcon />
        Journeys
      </Link>
      <div className={styles.row}>
        <div className={styles.subject}>
          <Title editor={editor} />
          <Subtitle editor={editor} />
        </div>
        <div className={`row wrap gap-2 ${styles.actions}`}>
          <JourneyBadge mark={getMark(editor)} />
          <Button small variant="ghost" onClick={onPreview}>
            <IconLabel>
              <EyeIcon />
              See as guest
            </IconLabel>
          </Button>
          <ButtonLink small variant="ghost" to={`/admin/journeys/${id}/share${search}`}>
            <IconLabel>
              <LinkIcon />
              Share
            </IconLabel>
          </ButtonLink>
          <Button small variant="ghost" onClick={onPrint}>
            <IconLabel>
              <PaperIcon />
              Print
            </IconLabel>
          </Button>
        </div>
      </div>
    </header>
  )
}

/** The state of the link, or that its copy is not sent yet. */
function getMark({ view, days, now }: Editor): JourneyMark {
  const { pass, updatedAt } = view
  if (pass?.isPending) return { kind: 'waiting', label: 'Waiting', note: '' }
  return getLinkMark(
    {
      pass: pass && { ...pass.data, updatedAt: pass.updatedAt },
      dates: getDates(days),
      zone: getZone(days[0]?.items[0]),
      updatedAt,
    },
    now,
  )
}

/** The heading. A click turns it into a field, which saves while the owner types. */
function Title({ editor: { view, commands } }: { editor: Editor }) {
  const { title } = view.journey
  const [isEdited, setEdited] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEdited = useRef(false)
  useEffect(() => {
    if (wasEdited.current && !isEdited && document.activeElement === document.body)
      button.current?.focus()
    wasEdited.current = isEdited
  }, [isEdited])
  const { shown, change, end } = useTyped(title, (next, before) =>
    commands.setJourney({ title: next }, { title: before }),
  )
  const leave = () => {
    end()
    setEdited(false)
  }
  if (!isEdited)
    return (
      <h1>
        <button
          ref={button}
          type="button"
          className={`${layout.bare} ${styles.inPlace}`}
          title="Change the title"
          onClick={() => setEdited(true)}
        >
          {title || UNTITLED}
          <PencilIcon />
        </button>
      </h1>
    )
  return (
    <input
      aria-label="Title of the journey"
      className={styles.titleField}
      maxLength={200}
      autoComplete="off"
      // biome-ignore lint/a11y/noAutofocus: the owner has just asked for this field.
      autoFocus
      placeholder={UNTITLED}
      value={shown}
      onChange={({ target }) => change(target.value.replaceAll(/\p{Cc}+/gu, ' '))}
      onBlur={leave}
      onKeyDown={(event: KeyboardEvent) => {
        if (event.key !== 'Enter' && event.key !== 'Escape') return
        // The same press of Enter would click the heading, which has the focus next.
        event.preventDefault()
        leave()
      }}
    />
  )
}

function Subtitle({ editor }: { editor: Editor }) {
  const { view, days } = editor
  const [isOpen, setOpen] = useState(false)
  const names = formatNames(view.names)
  return (
    <>
      <p className={styles.subtitle}>
        <button
          type="button"
          className={`${layout.bare} ${styles.inPlace}`}
          aria-expanded={isOpen}
          title="Change clients and dates"
          onClick={() => startTransition(() => setOpen(!isOpen))}
        >
          {names || 'Nobody yet'}, <span className="together">{formatSpan(days)}</span>
          <PencilIcon />
        </button>
      </p>
      {view.goneClients > 0 ? (
        <p className={type.fine}>
          {view.goneClients === 1
            ? 'It names a client who was deleted. '
            : `It names ${view.goneClients} clients who were deleted. `}
          <TextAction to={RECENTLY_DELETED}>Recently deleted</TextAction>
        </p>
      ) : null}
      {isOpen ? <ClientsAndDates editor={editor} onDone={() => setOpen(false)} /> : null}
    </>
  )
}

const ClientPicker = lazyNamed(
  () => import('#client/desk/records/client-picker.tsx'),
  (module) => module.ClientPicker,
)

/** The clients and the first day, below the subtitle. */
function ClientsAndDates({ editor, onDone }: { editor: Editor; onDone: () => void }) {
  const { view, commands } = editor
  const [text, setText] = useState('')
  return (
    <div className={styles.panel}>
      <ClientPicker
        label="Add a client"
        chosen={view.journey}
        onChange={(set) => commands.setJourney(set, view.journey)}
        text={text}
        onTextChange={setText}
      />
      <FirstDay editor={editor} />
      <TextAction onClick={onDone}>Done</TextAction>
    </div>
  )
}

/** Earlier years occur while a year is typed digit by digit, and are not saved. */
const FIRST_YEAR = '1990'

function FirstDay({ editor: { view, days, commands } }: { editor: Editor }) {
  const { start } = view.journey
  const [typed, setTyped] = useState<string>()
  const { change, end } = useTyped(start, (next, before) =>
    commands.setJourney({ start: next }, { start: before }),
  )
  return (
    <TextField
      label="First day"
      optional
      type="date"
      hint={`${pluralize(days.length, 'day')}. Add or remove days in the list of days; the dates follow.`}
      value={typed ?? start}
      onChange={({ target: { value } }) => {
        setTyped(value)
        if (value >= FIRST_YEAR && value !== start) change(value)
      }}
      onBlur={() => {
        // An incomplete date is empty, too, so an empty one is saved only when the field is left.
        if (typed === '' && start !== '') change('')
        setTyped(undefined)
        end()
      }}
    />
  )
}
