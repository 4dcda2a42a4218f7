import { Box } from '#client/desk/kit/box.tsx'
import type { Unfinished } from '#shared/desk/site-state.ts'
import styles from './dashboard-page.module.css'

interface SetupBoxProps {
  samples: readonly Unfinished[]
  /** A public site leaves samples out instead of showing them. */
  isPublic: boolean
}

/** Lists what the owner has not written yet, in red what keeps something closed. */
export function SetupBox({ samples, isPublic }: SetupBoxProps) {
  if (samples.length === 0) return null
  const folder = <code className={styles.file}>shared/site/owner</code>
  return (
    <Box
      title={isPublic ? 'Missing on your site' : 'Before you go online'}
      lead={
        isPublic ? (
          <>
            Visitors see nothing of these until you write them in {folder} and build the site again.
          </>
        ) : (
          <>These are still samples. Write your own in {folder}, then build the site again.</>
        )
      }
    >
      <ul className={styles.list}>
        {samples.map(({ name, closes }) => (
          <li key={name} className={closes ? styles.closing : undefined}>
            {closes ? `${name}: ${closingTexts[closes]}` : name}
          </li>
        ))}
      </ul>
    </Box>
  )
}

const closingTexts = {
  sales: 'needed for paid bookings',
  mail: 'needed for emails',
}
