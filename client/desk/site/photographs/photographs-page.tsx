import { useRef, useState } from 'react'
import { Link, useParams } from 'react-router-dom'
import { IconLabel } from '#client/desk/kit/desk-button.tsx'
import { OpenIcon } from '#client/desk/kit/icons.tsx'
import kit from '#client/desk/kit/primitives.module.css'
import { useFileDrop } from '#client/desk/kit/use-file-drop.ts'
import { SitePage } from '#client/desk/site/site-page.tsx'
import { type Site, useSite } from '#client/desk/site/use-site.ts'
import { announce } from '#client/ui/announcer.tsx'
import { Button } from '#client/ui/button.tsx'
import { Banner } from '#client/ui/controls/banner.tsx'
import { AlertIcon, ClockIcon } from '#client/ui/icons.tsx'
import text from '#client/ui/type.module.css'
import { listPhotographUses } from '#shared/content/registry.ts'
import { pluralize } from '#shared/lib/format-number.ts'
import { PhotographDetail } from './photograph-detail.tsx'
import styles from './photographs.module.css'
import {
  addPhotographs,
  KINDS,
  PHOTOGRAPHS_PAGE,
  type PhotographView,
  usePhotographs,
} from './use-photographs.ts'

const ACCEPTED = 'image/jpeg,image/png,image/webp,image/avif,image/heic,image/heif'

/** All photographs of the site, and the chosen one. */
export function PhotographsPage() {
  const site = useSite()
  const photographs = usePhotographs()
  const { id } = useParams()
  const input = useRef<HTMLInputElement>(null)
  const { isAdding, problems, add } = useAdding()
  const drop = useFileDrop(add)
  const chosen = photographs?.find((one) => one.id === id)
  const choose = () => input.current?.click()
  return (
    <SitePage
      title="Photographs"
      lead={photographs ? describe(photographs) : undefined}
      coll="photograph"
      offline="You are offline. Photographs are kept here and uploaded later."
      site={photographs && site}
      aside={
        <Button small busy={isAdding} onClick={choose}>
          <IconLabel>
            <OpenIcon />
            Add photographs
          </IconLabel>
        </Button>
      }
    >
      {problems.length > 0 ? (
        <Banner tone="error" title={problems.length > 1 ? 'Some were not added' : 'Not added'}>
          <span className={styles.problems}>
            {problems.map((problem) => (
              <span key={problem}>{problem}</span>
            ))}
          </span>
        </Banner>
      ) : null}
      <div className={chosen ? styles.withDetail : undefined}>
        {photographs ? (
          <ul className={`${styles.list} ${drop.isOver ? styles.over : ''}`} {...drop.handlers}>
            {photographs.map((one) => (
              <Tile key={one.id} photograph={one} isChosen={one.id === id} />
            ))}
            <li>
              <button type="button" className={styles.target} onClick={choose}>
                <OpenIcon />
                Drop photographs here, or choose files
                <span className={text.fine}>{KINDS}, up to 25 MB</span>
              </button>
            </li>
          </ul>
        ) : null}
        {chosen && site ? (
          <PhotographDetail
            key={chosen.id}
            photograph={chosen}
            writer={site.writer}
            uses={listUses(site, chosen.id)}
          />
        ) : null}
      </div>
      <input
        ref={input}
        type="file"
        hidden
        multiple
        accept={ACCEPTED}
        onChange={({ target }) => {
          void add([...(target.files ?? [])])
          // So that the same file can be chosen again.
          target.value = ''
        }}
      />
    </SitePage>
  )
}

function Tile({ photograph, isChosen }: { photograph: PhotographView; isChosen: boolean }) {
  const { id, title, src, mark, focus, data } = photograph
  const Icon = mark?.kind === 'waiting' ? ClockIcon : AlertIcon
  return (
    <li>
      <Link
        to={`${PHOTOGRAPHS_PAGE}/${id}`}
        className={styles.tile}
        aria-current={isChosen || undefined}
      >
        <span className={styles.frame}>
          {src ? (
            <img
              src={src}
              alt={data.description ?? ''}
              style={{ objectPosition: `${focus.x}% ${focus.y}%` }}
            />
          ) : null}
        </span>
        {title}
      </Link>
      {mark ? (
        <p
          className={`row gap-2 ${styles.mark} ${mark.kind === 'waiting' ? kit.warning : kit.problem}`}
        >
          <Icon />
          {mark.text}
        </p>
      ) : null}
    </li>
  )
}

function listUses(site: Site, id: string): string[] {
  const all = [site.published, site.expected, site.wanted]
  return [...new Set(all.flatMap((content) => listPhotographUses(content, id)))]
}

/** `8 photographs. 1 is waiting, 1 needs a description.` */
function describe(photographs: readonly PhotographView[]): string {
  if (photographs.length === 0) return 'No photographs yet. Drawn plates stand in their places.'
  const count = (kind: string) => photographs.filter(({ mark }) => mark?.kind === kind).length
  const [waiting, failed, undescribed] = [
    count('waiting'),
    count('failed'),
    count('needs a description'),
  ]
  const rest = [
    waiting > 0 ? `${waiting} ${waiting === 1 ? 'is' : 'are'} waiting` : '',
    failed > 0 ? `${failed} could not be used` : '',
    undescribed > 0 ? `${undescribed} ${undescribed === 1 ? 'needs' : 'need'} a description` : '',
  ].filter(Boolean)
  const all = `${pluralize(photographs.length, 'photograph')}.`
  return rest.length > 0 ? `${all} ${rest.join(', ')}.` : all
}

function useAdding() {
  const [isAdding, setAdding] = useState(false)
  const [problems, setProblems] = useState<string[]>([])
  const add = async (files: readonly File[]) => {
    if (files.length === 0) return
    setProblems([])
    setAdding(true)
    const found = await addPhotographs(files)
    setAdding(false)
    setProblems(found)
    if (found.length === 0) announce('Added, and stored on this device.')
  }
  return { isAdding, problems, add }
}
