import { getConsents, OWN_SUBJECT } from '../../shared/privacy/api.ts'
import { Box } from '../desk/box.tsx'
import { LoadTrouble } from '../desk/load-trouble.tsx'
import { useDeskData } from '../desk/use-desk-data.ts'
import { Banner } from '../ui/banner.tsx'
import { ConsentList } from './consent-list.tsx'
import styles from './privacy-page.module.css'
import { useConsents } from './use-consents.ts'

interface ConsentBoxProps {
  barred: string | undefined
  onDone: () => void
}

export function ConsentBox({ barred, onDone }: ConsentBoxProps) {
  const desk = useDeskData(getConsents, { userId: OWN_SUBJECT })
  const { consents, trouble, toggle } = useConsents(desk.data, onDone)
  return (
    <Box title="Consent settings" flush>
      <LoadTrouble failure="Failed to load consent settings" desk={desk} />
      {trouble ? <Banner tone="error" title="Failed to update consent settings" /> : null}
      {consents ? <ConsentList consents={consents} barred={barred} onToggle={toggle} /> : null}
      {barred && (consents || desk.state === 'none') ? (
        <p className={`${styles.barred} ${styles.flush}`}>{barred}</p>
      ) : null}
    </Box>
  )
}
