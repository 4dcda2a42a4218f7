import { useIsCutOff } from '#client/desk/kit/as-of.tsx'
import { Box } from '#client/desk/kit/box.tsx'
import { DeskButton } from '#client/desk/kit/button.tsx'
import { LoadTrouble } from '#client/desk/kit/load-trouble.tsx'
import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { getFeed } from '#shared/schedule/feed-api.ts'
import { BookingsFeed } from './bookings-feed.tsx'
import styles from './feed-box.module.css'
import { FeedForm } from './feed-form.tsx'
import { FeedState } from './feed-state.tsx'

interface FeedBoxProps {
  disabled: boolean
  syncing: boolean
  onSync: () => Promise<void>
}

/** The owner's own calendar, whose busy times are kept free, and ours for it. */
export function FeedBox({ disabled, syncing, onSync }: FeedBoxProps) {
  const desk = useDeskData(getFeed, {})
  const barred = useIsCutOff(desk) ? 'This needs a connection.' : undefined
  const { data, reload } = desk
  return (
    <Box
      title="Your own calendar"
      lead="Its busy times are kept free of bookings."
      aside={
        data?.shown ? (
          <DeskButton
            variant="ghost"
            barred={barred}
            busy={syncing}
            disabled={disabled && !syncing}
            onClick={() => void onSync()}
          >
            {syncing ? 'Syncing...' : 'Sync now'}
          </DeskButton>
        ) : null
      }
    >
      <div className={styles.parts}>
        <LoadTrouble failure="Failed to load calendar settings" desk={desk} />
        {data ? (
          <>
            <FeedState feed={data} />
            <FeedForm
              key={`${data.shown} ${data.staleMinutes}`}
              feed={data}
              barred={barred}
              disabled={disabled}
              onSaved={reload}
            />
            <BookingsFeed madeAt={data.bookingsFeedMadeAt} barred={barred} onRenewed={reload} />
          </>
        ) : null}
      </div>
    </Box>
  )
}
