import { paidSteps } from '#client/lib/data/payment-step-props.ts'
import { Skeleton } from '#client/ui/controls/skeleton.tsx'
import { AsidePage } from '#client/ui/page/aside-page.tsx'
import { StepHead } from '#client/ui/page/step-head.tsx'
import type { Service } from '#shared/content/service.ts'
import { getService, isPaid } from '#shared/content/services.ts'
import styles from './booking.module.css'
import { freeSteps } from './flow.ts'
import {
  getServicePlate,
  listServiceFacts,
  listShortServiceFacts,
  toTimeRequestLink,
} from './service-text.ts'

/** The prerendered first step: at build time neither the date nor the draft is known. */
export function BookingSkeleton({ service }: { service: Service }) {
  return (
    <AsidePage
      plate={getServicePlate(service)}
      title={service.title}
      intro={service.intro}
      shortFacts={listShortServiceFacts(service, undefined)}
      facts={listServiceFacts(service, undefined)}
    >
      <StepSkeleton service={service} />
    </AsidePage>
  )
}

/** Prerendered frame of `/meeting`, whose query names the service; as high as the later page. */
export function MeetingSkeleton({ kicker }: { kicker: string }) {
  return (
    <AsidePage
      plate="fjord"
      kicker={kicker}
      title="Consultation"
      shortFacts={['30 to 60 minutes']}
      facts={[{ term: 'Length', value: '30 to 60 minutes' }]}
    >
      <StepSkeleton service={getService('initial-consultation')} />
    </AsidePage>
  )
}

export function StepSkeleton({ service }: { service: Service }) {
  return (
    <>
      <StepHead
        steps={isPaid(service) ? paidSteps : freeSteps}
        current={0}
        title="Choose your date and time"
      />
      <noscript>
        <p className={styles.noScript}>
          The calendar needs JavaScript, which this browser has turned off.{' '}
          <a href={toTimeRequestLink(service, null)}>Write to me for a time</a> instead: name two or
          three that suit you, and your time zone.
        </p>
      </noscript>
      <div className={`stack gap-9 ${styles.skeleton}`}>
        <Skeleton className={styles.skeletonLine} />
        <Skeleton className={styles.skeletonMonth} />
      </div>
    </>
  )
}
