import { useState } from 'react'
import { useNavigate, useParams } from 'react-router-dom'
import { Box } from '#client/desk/kit/box.tsx'
import { Sheet } from '#client/desk/kit/dialogs/side-sheet.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { ContentInput, useContentValue } from '#client/desk/site/fields/content-input.tsx'
import { CardPreview } from '#client/desk/site/preview/page-preview.tsx'
import { DraftBar } from '#client/desk/site/publish/draft-bar.tsx'
import styles from '#client/desk/site/site.module.css'
import { getStored, removeService, setField } from '#client/desk/site/site-edits.ts'
import { SitePage } from '#client/desk/site/site-page.tsx'
import { formatCount, UNTITLED } from '#client/desk/site/site-text.ts'
import { type Site, useSite } from '#client/desk/site/use-site.ts'
import { Field } from '#client/ui/controls/field.tsx'
import { Switch } from '#client/ui/controls/switch.tsx'
import type { Service } from '#shared/content/service.ts'
import { isPaid } from '#shared/content/services.ts'
import { BuyersInput, MinutesInput, PlaceOfService } from './booking-inputs.tsx'
import { PriceBox } from './price-box.tsx'
import own from './services.module.css'
import { useSuggestions } from './use-suggestions.ts'

const LIST = { to: '/admin/site/services', label: 'Services and prices' }

/** A service: its price, how it is booked, and what its card and its page say. */
export function ServicePage() {
  const { id = '' } = useParams()
  const site = useSite()
  const [isCardOpen, setCardOpen] = useState(false)
  const service = site?.wanted.services.find((one) => one.id === id)
  const isPublished = site?.published.services.some((one) => one.id === id) ?? false
  const drafts = site?.drafts.filter((change) => change.coll === 'service' && change.id === id)
  return (
    <SitePage
      title={service ? service.title || UNTITLED : 'Service'}
      lead={site && drafts ? describe(site, isPublished, drafts) : null}
      back={LIST}
      coll="service"
      site={site}
      aside={site && service ? <ShownSwitch site={site} id={id} /> : null}
    >
      {site && service && drafts ? (
        <>
          <div className={own.beside}>
            <ServiceForm key={id} site={site} service={service} isPublished={isPublished} />
            <aside className={own.card} aria-labelledby="card-title">
              <h2 id="card-title">As visitors will see it</h2>
              <CardPreview site={site} id={id} />
            </aside>
          </div>
          <DraftBar
            site={site}
            subject={service.title || UNTITLED}
            changes={drafts.filter(({ field }) => !isPublished || field !== 'position')}
            start={
              <span className={own.narrow}>
                <TextAction onClick={() => setCardOpen(true)}>Preview</TextAction>
              </span>
            }
          />
          {isCardOpen ? (
            <Sheet title="As visitors will see it" onClose={() => setCardOpen(false)}>
              <CardPreview site={site} id={id} />
            </Sheet>
          ) : null}
        </>
      ) : null}
      {site && !service ? (
        <EmptyState object="chair" title="There is no service at this address">
          It may have been deleted on another device.
        </EmptyState>
      ) : null}
    </SitePage>
  )
}

function describe(
  { expected }: Site,
  isPublished: boolean,
  drafts: Parameters<typeof formatCount>[0],
): string {
  if (!isPublished) return 'Not published yet.'
  return drafts.length === 0 ? 'Published.' : `Published. ${formatCount(drafts, expected)} since.`
}

function ShownSwitch({ site, id }: { site: Site; id: string }) {
  const { value, change, end } = useContentValue(site, { coll: 'service', id, field: 'isShown' })
  return (
    <Switch
      checked={value === true}
      onChange={(checked) => {
        change(checked)
        end()
      }}
    >
      {value === true ? 'Shown on the site' : 'Hidden'}
    </Switch>
  )
}

interface ServiceFormProps {
  site: Site
  service: Service
  isPublished: boolean
}

function ServiceForm({ site, service, isPublished }: ServiceFormProps) {
  const { id, title } = service
  const navigate = useNavigate()
  const suggestions = useSuggestions(site, id)
  const input = (field: string, label?: string, onTyped?: (to: unknown, from: unknown) => void) => (
    <ContentInput
      site={site}
      at={{ coll: 'service', id, field }}
      {...(label && { label })}
      {...(onTyped && !isPublished && { onTyped })}
    />
  )
  return (
    <div className="stack gap-6">
      <Box title="The service">
        <div className="stack gap-5">
          {input('title', undefined, suggestions.suggest)}
          {isPublished ? (
            <FixedAddress type={service.type} />
          ) : (
            input('type', 'Address, after /service/', () => suggestions.end('type'))
          )}
          <div className={styles.pair}>
            <MinutesInput site={site} at={{ coll: 'service', id, field: 'durationMinutes' }} />
            <MinutesInput site={site} at={{ coll: 'service', id, field: 'pauseMinutes' }} />
          </div>
        </div>
      </Box>
      <PriceBox site={site} service={service} />
      <Box title="Booking">
        <div className="stack gap-5">
          {isPaid(service) ? <BuyersInput site={site} id={id} /> : null}
          <PlaceOfService type={service.type} isPublished={isPublished} />
          {input('side', undefined, (side) => suggestQuestion(site, id, side === 'artistry'))}
          {input('asksDestinations')}
        </div>
      </Box>
      <Box title="Words on the card">
        <div className="stack gap-5">
          <div className={styles.pair}>
            {input('cardTitle', undefined, () => suggestions.end('cardTitle'))}
            {input('audience')}
          </div>
          {input('description')}
          {service.side === 'artistry' ? input('points') : null}
          {input('remark')}
          <div className={styles.pair}>
            {input('link')}
            {input('feeLabel')}
          </div>
        </div>
      </Box>
      <Box title="On Home">
        <div className="stack gap-5">
          {input('kicker')}
          {input('teaser')}
        </div>
      </Box>
      <Box title="Its own page">
        <div className="stack gap-5">
          {input('pageTitle', undefined, () => suggestions.end('pageTitle'))}
          {input('intro')}
          {input('covers')}
          {input('pageDescription')}
        </div>
      </Box>
      {isPublished ? null : (
        <div>
          <TextAction
            danger
            onClick={() => void removeService(id, title || UNTITLED).then(() => navigate(LIST.to))}
          >
            Delete this service
          </TextAction>
        </div>
      )}
    </div>
  )
}

/** A house is not asked where it wants to go. */
function suggestQuestion(site: Site, id: string, asks: boolean): void {
  const at = { coll: 'service', id, field: 'asksDestinations' } as const
  site.writer.add([setField(at, { value: asks }, getStored(site, at))])
}

function FixedAddress({ type }: { type: string }) {
  return (
    <Field label="Address" hint="Fixed: other sites may link to it.">
      {({ 'aria-invalid': _never, ...control }) => (
        <output {...control} className={own.address}>
          /service/{type}
        </output>
      )}
    </Field>
  )
}
