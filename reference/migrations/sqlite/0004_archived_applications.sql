-- What an archived recommendation is once it is taken up again: an application stays one.

ALTER TABLE recommendations ADD COLUMN resumes_as TEXT CHECK (resumes_as IN ('draft', 'awaiting_approval', 'active'));

-- Of those archived before, nobody noted whether the sponsor had approved them.
UPDATE recommendations SET resumes_as = CASE
    WHEN program_uuid IN (SELECT uuid FROM partner_programs WHERE requires_approval = 1) THEN 'awaiting_approval'
    ELSE 'active'
END WHERE status = 'archived';
