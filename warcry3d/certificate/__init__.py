"""The certificate: one page to hand over, with the verdict, its proof and the table inside (docs/certificate.md)."""
