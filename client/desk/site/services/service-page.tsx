import { useNavigate, useParams } from 'react-router-dom'
import { Box } from '#client/desk/kit/box.tsx'
import { EmptyState } from '#client/desk/kit/lists/empty-state.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { ContentInput, useContentValue } from '#client/desk/site/fields/content-input.tsx'
import { DraftBar } from '#client/desk/site/publish/draft-bar.tsx'
import styles from '#client/desk/site/site.module.css'
import { removeService } from '#client/desk/site/site-edits.ts'
import { SitePage } from '#client/desk/site/site-page.tsx'
import { formatCount, formatLength, UNTITLED } from '#client/desk/site/site-text.ts'
import { type Site, useSite } from '#client/desk/site/use-site.ts'
import { Field, Select } from '#client/ui/controls/field.tsx'
import { Switch } from '#client/ui/controls/switch.tsx'
import { getWantedValue } from '#shared/content/drafts.ts'
import type { Service } from '#shared/content/service.ts'
import { PriceBox } from './price-box.tsx'
import own from './services.module.css'

const LIST = { to: '/admin/site/services', label: 'Services and prices' }

/** A service: its price, how it is booked, and what its card and its page say. */
export function ServicePage() {
  const { id = '' } = useParams()
  const site = useSite()
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
          <ServiceForm key={id} site={site} service={service} isPublished={isPublished} />
          <DraftBar
            site={site}
            subject={service.title || UNTITLED}
            changes={drafts.filter(({ field }) => !isPublished || field !== 'position')}
          />
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
  const input = (field: string, label?: string) => (
    <ContentInput site={site} at={{ coll: 'service', id, field }} {...(label && { label })} />
  )
  return (
    <div className={styles.parts}>
      <Box title="The service">
        <div className="stack gap-5">
          {input('title')}
          {isPublished ? (
            <FixedAddress type={service.type} />
          ) : (
            input('type', 'Address, after /service/')
          )}
          <LengthInput site={site} id={id} />
        </div>
      </Box>
      <PriceBox site={site} service={service} />
      <Box title="Booking">
        <div className="stack gap-5">
          {input('side')}
          {input('asksDestinations')}
        </div>
      </Box>
      <Box title="Words on the card">
        <div className="stack gap-5">
          <div className={styles.pair}>
            {input('cardTitle')}
            {input('audience')}
          </div>
          {input('description')}
          {input('points')}
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
          {input('pageTitle')}
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

/** The lengths that can be chosen, minutes. */
const lengths = [15, 20, 30, 45, 60, 75, 90, 120, 150, 180, 240, 300, 360, 480]

function LengthInput({ site, id }: { site: Site; id: string }) {
  const at = { coll: 'service', id, field: 'durationMinutes' } as const
  const { change, end } = useContentValue(site, at)
  const value = Number(getWantedValue(site.expected, site.records, at))
  const all = lengths.includes(value) ? lengths : [...lengths, value].sort((a, b) => a - b)
  return (
    <div data-field="durationMinutes" className={own.kinds}>
      <Field label="Length">
        {(control) => (
          <Select
            {...control}
            value={value}
            onChange={({ target }) => {
              change(Number(target.value))
              end()
            }}
          >
            {all.map((minutes) => (
              <option key={minutes} value={minutes}>
                {formatLength(minutes)}
              </option>
            ))}
          </Select>
        )}
      </Field>
    </div>
  )
}
