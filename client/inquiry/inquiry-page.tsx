import { titles } from '../../shared/site/titles.ts'
import { useTitle } from '../lib/use-title.ts'
import { InquiryForm } from './inquiry-form.tsx'
import { InquirySent } from './inquiry-sent.tsx'
import { useInquiry } from './use-inquiry.ts'

export function InquiryPage() {
  useTitle(titles['/inquiry-form'])
  const inquiry = useInquiry()
  return inquiry.state.kind === 'sent' ? (
    <InquirySent confirm={inquiry.state.confirm} />
  ) : (
    <InquiryForm {...inquiry} />
  )
}
