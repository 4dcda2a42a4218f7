import { useSyncExternalStore } from 'react'
import { Link, Outlet, useLocation } from 'react-router-dom'
import { useOnline } from '#client/lib/browser.ts'
import { OfflineBar } from '#client/ui/connection-bar.tsx'
import { BreakableAddress } from '#client/ui/controls/breakable-address.tsx'
import { PageFrame } from '#client/ui/page-frame.ts'
import { Wordmark } from '#client/ui/wordmark.tsx'
import { Wrap } from '#client/ui/wrap.tsx'
import { toFirstBooking } from '#shared/content/services.ts'
import { getBusiness, getTexts } from '#shared/content/site-content.ts'
import { formatOrganizationNumber } from '#shared/lib/values/organization-number.ts'
import { toPhoneLink, toWriteLink } from '#shared/site/contact-links.ts'
import { describeGuarantee } from '#shared/site/guarantee.ts'
import { navigation } from '#shared/site/links.ts'
import styles from './site-layout.module.css'
import { FOOTER_NAV_ID, useSiteMenu } from './site-menu.tsx'

/** Layout of pages that begin with a dark plate: the header overlays the plate. */
export function NightLayout() {
  return <SiteLayout ground="night" />
}

/** Layout of pages on a light background: the header is above the content. */
export function PaperLayout() {
  return <SiteLayout ground="paper" />
}

const COPYRIGHT_YEAR = 2026

function SiteLayout({ ground }: { ground: 'night' | 'paper' }) {
  const { footer } = getTexts('common')
  const letters = getBusiness().name.toUpperCase()
  const width = letters.length * 74
  const { email, phone, social } = getBusiness()
  return (
    <div className={styles.site}>
      <SiteHeader ground={ground} />
      <div className={ground === 'night' ? styles.offlineBar : undefined}>
        <OfflineBar />
      </div>
      <main id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
      <footer className={`${styles.footer} grain`} data-ground="dark" data-print="off">
        <Wrap>
          <div className={styles.footerTop}>
            <p className={styles.footerLine} data-part="common.footer">
              {footer.first}
              <br />
              <em>{footer.second}</em>
            </p>
            <nav className={styles.footerNav} id={FOOTER_NAV_ID} aria-label="Footer">
              <ul>
                {navigation.map(({ label, to }) => (
                  <li key={to}>
                    <Link to={to}>{label}</Link>
                  </li>
                ))}
              </ul>
              {email || phone || social ? (
                <ul>
                  {email ? (
                    <li>
                      <a href={toWriteLink()}>
                        <BreakableAddress address={email} />
                      </a>
                    </li>
                  ) : null}
                  {phone ? (
                    <li>
                      <a href={toPhoneLink(phone)}>{phone}</a>
                    </li>
                  ) : null}
                  {social?.map(({ name, url }) => (
                    <li key={name}>
                      <a href={url} rel="me">
                        {name}
                      </a>
                    </li>
                  ))}
                </ul>
              ) : null}
            </nav>
          </div>
          {/* The name over the full measure, whatever its length: letters of one size, spread to both edges. */}
          <svg
            className={styles.bigName}
            viewBox={`0 0 ${width} 72`}
            aria-hidden="true"
            focusable="false"
            data-print="off"
          >
            <text x="-4" y="70" textLength={width + 4}>
              {letters}
            </text>
          </svg>
          <LegalLine />
        </Wrap>
      </footer>
    </div>
  )
}

/** Scroll distance after which a header over a plate gets a solid background; px. */
const SOLID_BEYOND = 100

function SiteHeader({ ground }: { ground: 'night' | 'paper' }) {
  const { isOpen, button, menu } = useSiteMenu(`#${FOOTER_NAV_ID}`)
  const scrolled = useScrolledPast(SOLID_BEYOND)
  const solid = ground === 'paper' || scrolled || isOpen
  const online = useOnline()
  return (
    <header
      className={`${styles.header} ${ground === 'night' ? styles.overPlate : styles.onPaper}`}
      data-ground="dark"
      data-solid={solid || undefined}
      data-net={online ? 'on' : 'off'}
      data-print="off"
    >
      <div className={styles.row}>
        <div>
          {button}
          {menu}
        </div>
        <div className={styles.wordmark}>
          <Wordmark size="large" />
        </div>
        <BookLink />
      </div>
    </header>
  )
}

/** On pages for hosts it leads to the paid hour, not to the call for travellers. */
function BookLink() {
  const { pathname } = useLocation()
  const isForHosts = pathname === '/services/hospitality-consultancy'
  return (
    <Link to={toFirstBooking(isForHosts ? 'mastery' : 'artistry')} className={styles.bookLink}>
      Book<span>{isForHosts ? ' an hour' : ' a consultation'}</span>
    </Link>
  )
}

function subscribeToScroll(changed: () => void): () => void {
  addEventListener('scroll', changed, { passive: true })
  return () => removeEventListener('scroll', changed)
}

/** Whether the page is scrolled further than `px`; renders again only when that changes. */
function useScrolledPast(px: number): boolean {
  return useSyncExternalStore(
    subscribeToScroll,
    () => scrollY > px,
    () => false,
  )
}

const minimalFooter = (
  <footer className={styles.minimalFooter} data-print="off">
    <LegalLine />
  </footer>
)

/** Layout without header and footer; provides menu and legal line by `PageFrame`. */
export function MinimalLayout() {
  const { button, menu } = useSiteMenu()
  return (
    <PageFrame value={{ menu: button, legal: minimalFooter }}>
      <Outlet />
      {menu}
    </PageFrame>
  )
}

const barrierLetter = { about: 'accessibility', subject: 'A barrier on your site' } as const

/** Copyright, organisation number, the contact for access barriers, legal links and the link to "On this device". */
function LegalLine() {
  return (
    <div className={styles.legal}>
      <span>
        © {COPYRIGHT_YEAR} {getBusiness().name}
      </span>
      {getBusiness().organizationNumber ? (
        <span>Org. no. {formatOrganizationNumber(getBusiness().organizationNumber ?? '')}</span>
      ) : null}
      {describeGuarantee() ? <span>{describeGuarantee()}</span> : null}
      <span className={styles.legalLinks}>
        <a href={toWriteLink(barrierLetter)}>Report an access barrier</a>
        <Link to="/on-this-device">On this device</Link>
        <Link to="/terms">Terms of Use</Link>
        <Link to="/privacy-policy">Privacy Policy</Link>
      </span>
    </div>
  )
}
