import { useDeskData } from '#client/desk/queries/use-desk-data.ts'
import { getFloods } from '#shared/booking/flood-api.ts'
import { FloodItem } from './flood-item.tsx'
import styles from './floods.module.css'

interface FloodsProps {
  now: number
  /** Fetches the bookings anew. */
  reload: () => void
}

/** Senders beyond the cap, above the list; nothing where there are none. */
export function Floods({ now, reload }: FloodsProps) {
  const asked = useDeskData(getFloods, {})
  if (!asked.data?.floods.length) return null
  const { floods, timeZone } = asked.data
  const desk = {
    trouble: asked.trouble,
    reload: () => {
      asked.reload()
      reload()
    },
  }
  return (
    <ul className={styles.floods}>
      {floods.map((flood) => (
        <FloodItem key={flood.sender} {...{ flood, timeZone, now, desk }} />
      ))}
    </ul>
  )
}
