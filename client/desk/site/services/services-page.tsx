import { Link, useNavigate } from 'react-router-dom'
import { IconLabel } from '#client/desk/kit/desk-button.tsx'
import { PencilIcon, PlusIcon } from '#client/desk/kit/icons.tsx'
import { Grip, moveTo, useReorder } from '#client/desk/kit/lists/reorder.tsx'
import { useContentValue } from '#client/desk/site/fields/content-input.tsx'
import { PublishButton } from '#client/desk/site/publish/publish-button.tsx'
import { addService, setOrder } from '#client/desk/site/site-edits.ts'
import { SitePage } from '#client/desk/site/site-page.tsx'
import {
  formatCount,
  formatLength,
  formatServicePrice,
  UNTITLED,
} from '#client/desk/site/site-text.ts'
import { type Site, useSite } from '#client/desk/site/use-site.ts'
import { useOneAtATime } from '#client/lib/use-one-at-a-time.ts'
import { Button } from '#client/ui/button.tsx'
import { Switch } from '#client/ui/controls/switch.tsx'
import text from '#client/ui/type.module.css'
import { listWantedOrder } from '#shared/content/drafts.ts'
import type { Service } from '#shared/content/service.ts'
import { isPaid } from '#shared/content/services.ts'
import { DEFAULT_PLACE, usePlaces } from './booking-inputs.tsx'
import styles from './services.module.css'

/** What visitors can book, in their order. */
export function ServicesPage() {
  const site = useSite()
  const changes = site?.drafts.filter(({ coll }) => coll === 'service') ?? []
  return (
    <SitePage
      title="Services and prices"
      lead="Visitors see them in this order."
      coll="service"
      site={site}
      aside={
        site ? (
          <>
            <AddButton site={site} />
            <PublishButton site={site} subject="services and prices" changes={changes} />
          </>
        ) : null
      }
    >
      {site ? <ServiceList site={site} /> : null}
      <p className={text.fine}>
        A hidden service keeps its bookings, and bookings that were already made keep their price.
      </p>
    </SitePage>
  )
}

function AddButton({ site }: { site: Site }) {
  const navigate = useNavigate()
  const { busy, run } = useOneAtATime()
  const count = listWantedOrder(site.expected, site.records).length
  return (
    <Button
      small
      variant="ghost"
      busy={busy}
      onClick={() =>
        void run(async () => {
          const id = await addService(count)
          await navigate(`/admin/site/services/${id}`)
        })
      }
    >
      <IconLabel>
        <PlusIcon />
        Add a service
      </IconLabel>
    </Button>
  )
}

function ServiceList({ site }: { site: Site }) {
  const places = usePlaces()
  const ids = listWantedOrder(site.expected, site.records)
  const { services } = site.wanted
  const find = (id: string) => services.find((service) => service.id === id)
  const reorder = useReorder({
    ids,
    getName: (id) => find(id)?.title || UNTITLED,
    onMove: (id, index) => site.writer.add(setOrder(site, moveTo(ids, id, index))),
  })
  return (
    <div className={styles.table}>
      <div className={`${styles.row} ${styles.names}`} aria-hidden="true">
        <span />
        {['Service', 'Length', 'Price', 'For', 'Where', 'On the site'].map((name) => (
          <span key={name}>{name}</span>
        ))}
      </div>
      <ul ref={reorder.list} className={styles.list}>
        {ids.map((id) => {
          const service = find(id)
          return service ? (
            <li key={id} {...reorder.row(id, styles.row)}>
              <Grip {...reorder.grip(id)} name={service.title || UNTITLED} />
              <ServiceRow
                site={site}
                service={service}
                place={places?.[service.type] ?? DEFAULT_PLACE}
              />
            </li>
          ) : null
        })}
      </ul>
    </div>
  )
}

interface ServiceRowProps {
  site: Site
  service: Service
  /** Where it is held. */
  place: string
}

const groups = { private: 'Private', company: 'Company', both: 'Everybody' } as const

function ServiceRow({ site, service, place }: ServiceRowProps) {
  const { id, title, type, durationMinutes, buyers } = service
  const before = site.published.services.find((one) => one.id === id)
  const drafts = site.drafts.filter((change) => change.id === id && change.field !== 'position')
  const shown = useContentValue(site, { coll: 'service', id, field: 'isShown' })
  const price = formatServicePrice(service)
  const oldPrice = before && formatServicePrice(before)
  return (
    <>
      <div className={styles.name}>
        <Link to={`/admin/site/services/${id}`}>{title || UNTITLED}</Link>
        <span>{type ? `/service/${type}` : 'No address yet'}</span>
        {drafts.length > 0 ? (
          <span className={styles.draft}>
            <PencilIcon />
            {before ? `${formatCount(drafts, site.expected)}, not published` : 'New, not published'}
          </span>
        ) : null}
      </div>
      <span className={styles.length}>{formatLength(durationMinutes)}</span>
      <div className={styles.price}>
        {price}
        {oldPrice && oldPrice !== price ? <small>Published: {oldPrice}</small> : null}
      </div>
      <span className={styles.side}>{isPaid(service) ? groups[buyers] : groups.both}</span>
      <span className={styles.side}>{place}</span>
      <Switch
        checked={shown.value === true}
        onChange={(checked) => {
          shown.change(checked)
          shown.end()
        }}
      >
        {shown.value === true ? 'Shown' : 'Hidden'}
      </Switch>
    </>
  )
}
