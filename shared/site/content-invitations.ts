import { bookingLink, hostBookingLink } from './content-common.ts'

/** The call to action at the end of a page. */
export interface Invitation {
  title: string
  lead: string
  link: string
  to: string
}

export const consultationInvitation: Invitation = {
  title: 'Begin with half an hour of conversation.',
  lead: 'A complimentary 30-minute video call, at a time that suits you.',
  link: bookingLink.label,
  to: bookingLink.to,
}

export const masteryInvitation: Invitation = {
  title: 'Begin with one hour about your house.',
  lead: 'Bring the figures you trust least. You leave with a page of notes.',
  link: hostBookingLink.label,
  to: hostBookingLink.to,
}
