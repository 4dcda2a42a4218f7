import { useState } from 'react'
import styles from '#client/desk/kit/lists/dashboard-item.module.css'
import { DashboardItem } from '#client/desk/kit/lists/dashboard-item.tsx'
import { useIsDisconnected } from '#client/desk/kit/page/data-state.tsx'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import type { DeskData } from '#client/desk/queries/use-desk-data.ts'
import { formatFeedNotes } from '#client/desk/schedule/schedule-text.ts'
import { type ApiResult, callEndpoint } from '#client/lib/data/api.ts'
import { announce } from '#client/ui/announcer.tsx'
import {
  answerEmptyCalendar,
  type FeedView,
  markCalendarNotesSeen,
} from '#shared/schedule/feed-api.ts'

interface CalendarItemsProps {
  feed: FeedView
  desk: Pick<DeskData<unknown>, 'refusal' | 'reload'>
}

/** What the owner's external calendar leaves open, until the owner has answered. */
export function CalendarItems({ feed, desk }: CalendarItemsProps) {
  const { isEmptyQuestionOpen } = feed
  const notes = feed.notes.filter(({ isSeen }) => !isSeen)
  const { send, problem, disabledReason } = useAnswer(desk)
  const { title, lines, text } = formatFeedNotes(notes)
  const seeAll = () =>
    send(
      () => callEndpoint(markCalendarNotesSeen, { keys: notes.map(({ key }) => key) }),
      'This is marked as seen.',
    )
  const answerEmpty = (isReallyEmpty: boolean) =>
    send(
      () => callEndpoint(answerEmptyCalendar, { isReallyEmpty }),
      isReallyEmpty ? 'The calendar is read again.' : 'The last busy times are kept.',
    )
  return (
    <>
      {isEmptyQuestionOpen ? (
        <DashboardItem
          look="warning"
          title="Your calendar is suddenly empty"
          text="Its last busy times are kept, and new bookings need your approval. Is it really empty?"
        >
          <TextAction disabledReason={disabledReason} onClick={() => void answerEmpty(true)}>
            It is empty
          </TextAction>
          <TextAction disabledReason={disabledReason} onClick={() => void answerEmpty(false)}>
            Keep the last times
          </TextAction>
          {problem ? <p className={styles.problem}>{problem}</p> : null}
        </DashboardItem>
      ) : null}
      {notes.length > 0 ? (
        <DashboardItem look="warning" title={title} text={text} lines={lines}>
          <TextAction disabledReason={disabledReason} onClick={() => void seeAll()}>
            I have seen it
          </TextAction>
          <TextAction to="/admin/settings">Calendar settings</TextAction>
          {problem ? <p className={styles.problem}>{problem}</p> : null}
        </DashboardItem>
      ) : null}
    </>
  )
}

function useAnswer(desk: CalendarItemsProps['desk']) {
  const [state, setState] = useState<'idle' | 'busy' | { problem: string }>('idle')
  const isDisconnected = useIsDisconnected(desk)
  const send = async (call: () => Promise<ApiResult<FeedView>>, said: string) => {
    setState('busy')
    const answer = await call()
    setState(answer.ok ? 'idle' : { problem: answer.refusal.error })
    if (answer.ok) announce(said)
    desk.reload()
  }
  return {
    send,
    problem: typeof state === 'object' ? state.problem : undefined,
    disabledReason: isDisconnected
      ? 'This needs a connection.'
      : state === 'busy'
        ? 'This is under way.'
        : undefined,
  }
}
