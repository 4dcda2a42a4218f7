import type { ReactNode } from 'react'
import { book } from '#client/book/page-book.ts'
import type { BookState } from '#client/book/store/types.ts'
import { useAttention, useBookState, useTwins } from '#client/book/use-book.ts'
import { TextAction } from '#client/desk/kit/text-action.tsx'
import { useOnline } from '#client/lib/use-online.ts'
import { countText } from '#shared/lib/number-words.ts'
import { WaitingItem } from './waiting-item.tsx'
import { attentionWords, twinWords, unsyncedWords } from './waiting-words.ts'

/** The rest is found once these are settled. */
const SHOWN = 20

/** What the client book asks its owner, and what it could not send yet. */
export function useBookItems(): ReactNode[] {
  const state = useBookState()
  const lines = useAttention(SHOWN)
  const twins = useTwins()
  const online = useOnline()
  return [
    ...lines.map(({ id, name, mark }) => (
      <WaitingItem key={id} look="trouble" {...attentionWords(name, mark)}>
        <TextAction to={`/admin/crm/${id}`}>Choose what to keep</TextAction>
      </WaitingItem>
    )),
    ...(state.scheduleAsks ? [<ScheduleItem key="schedule" />] : []),
    ...(state.missing > 0 ? [<MissingItem key="missing" missing={state.missing} />] : []),
    ...(state.waiting > 0 ? [<UnsyncedItem key="unsynced" state={state} online={online} />] : []),
    ...(twins.first ? [<TwinsItem key="twins" count={twins.count} first={twins.first} />] : []),
  ]
}

/** They are settled two by two: each pair that is leads to the next. */
function TwinsItem({ count, first: [id, other] }: { count: number; first: [string, string] }) {
  return (
    <WaitingItem look="wait" {...twinWords(count)}>
      <TextAction to={`/admin/crm/${id}/merge/${other}`}>Compare them</TextAction>
    </WaitingItem>
  )
}

function ScheduleItem() {
  return (
    <WaitingItem
      look="trouble"
      title="The schedule was changed on two devices"
      text="Visitors are offered what is published, until you choose."
    >
      <TextAction to="/admin/settings">Choose what to keep</TextAction>
    </WaitingItem>
  )
}

function MissingItem({ missing }: { missing: number }) {
  const number = countText(missing)
  return (
    <WaitingItem
      look="trouble"
      title={`The server no longer has ${number} of your clients`}
      text="They are still on this device. Nothing is removed here until you choose."
    >
      <TextAction to="/admin/crm">Choose what to do</TextAction>
    </WaitingItem>
  )
}

function UnsyncedItem({ state, online }: { state: BookState; online: boolean }) {
  return (
    <WaitingItem look="wait" {...unsyncedWords(state, online)}>
      {online ? (
        <TextAction
          onClick={() => void book().sync()}
          barred={state.sync === 'syncing' ? 'This is under way.' : undefined}
        >
          Sync now
        </TextAction>
      ) : null}
    </WaitingItem>
  )
}
